export const style = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6675; --line: #dfe4ea; --paper: #fff; --side: #f6f8fa; --link: #0b62c4; --good: #1a7f4b; --care: #96590a; --bad: #b42323; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --soft: #9aa6b5; --line: #2c3440; --paper: #12161c; --side: #181d25; --link: #6db0ff; --good: #5fd398; --care: #e8b25c; --bad: #ff8d85; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); color: var(--ink); background: var(--paper); font: 15px/1.55 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; background: var(--side); border-right: 1px solid var(--line); }
nav h1 { margin: 0 0 1rem; font-size: 1.2rem; }
nav h2 { margin: 1.2rem 0 .3rem; font-size: .72rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { padding: .1rem 0; }
main { max-width: 60rem; padding: 1.5rem 2.5rem 6rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
.lead { font-size: 1.25rem; }
section > h2 { margin-top: 3rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
article { padding: .6rem 0 1.4rem; scroll-margin-top: 1rem; }
article h3 { margin: 1rem 0 .4rem; }
h4 { margin: 1rem 0 .3rem; font-size: .8rem; color: var(--soft); }
code { font: .9em ui-monospace, monospace; }
.call { padding: .5rem .75rem; background: var(--side); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
.get, .s2 { color: var(--good); } .post { color: var(--link); } .patch, .s4 { color: var(--care); } .delete, .s5 { color: var(--bad); }
table { width: 100%; border-collapse: collapse; font-size: .92em; }
td, th { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-size: .75rem; color: var(--soft); }
small { color: var(--soft); }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; } main { padding: 1rem; } }
`;

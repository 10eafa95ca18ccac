export const style = `
  :root { --ink: #24352f; --leaf: #2f6b52; --paper: #f6f3ec; --line: #dcd6c8; --clay: #c8764a; }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.5 system-ui, 'Open Sans', sans-serif; }
  header { display: flex; justify-content: space-between; align-items: center; padding: 18px 40px; background: #fff; border-bottom: 1px solid var(--line); }
  nav { display: flex; gap: 28px; align-items: center; }
  a { color: var(--leaf); }
  .brand { font: 700 24px Georgia, serif; text-decoration: none; }
  main { max-width: 980px; margin: 36px auto; padding: 0 24px; }
  h1 { font: 700 34px Georgia, serif; margin: 0 0 22px; }
  h2 { font-size: 20px; margin: 12px 0 0; }
  .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 24px; }
  .card, .panel { background: #fff; border: 1px solid var(--line); border-radius: 14px; padding: 22px; }
  .card svg { width: 100%; height: 150px; background: #eef2ea; border-radius: 10px; }
  .card p { margin: 4px 0 14px; color: #5d6b64; }
  .card form { display: flex; justify-content: space-between; align-items: center; }
  .panel { max-width: 620px; margin: 0 auto; padding: 32px; }
  .narrow { max-width: 420px; }
  button { background: var(--leaf); color: #fff; border: 0; border-radius: 8px; padding: 10px 18px; font: inherit; cursor: pointer; }
  button.quiet { background: #fff; color: var(--leaf); border: 1px solid var(--leaf); }
  label { display: block; margin-bottom: 16px; }
  input { display: block; width: 100%; padding: 9px 12px; margin-top: 4px; font: inherit; border: 1px solid var(--line); border-radius: 8px; }
  .inline { display: flex; gap: 12px; align-items: end; margin: 22px 0; }
  .inline label { margin: 0; flex: 1; }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; padding: 9px 0; border-bottom: 1px solid var(--line); }
  th:last-child, td:last-child, .sum { text-align: right; }
  .sum p { margin: 2px 0; }
  .total { font-size: 22px; font-weight: 700; margin-bottom: 18px !important; }
  [role='alert'] { color: #a33; }
`;

const drawing = (shapes) => `<svg viewBox="0 0 120 80" aria-hidden="true">${shapes}</svg>`;

export const pictures = {
  teapot: drawing(
    `<path d="M34 44c-10 0-14-8-16-14M84 36c12-2 14 16-2 18" fill="none" stroke="#2f6b52" stroke-width="5" stroke-linecap="round"/>
     <ellipse cx="60" cy="46" rx="27" ry="20" fill="#2f6b52"/><path d="M44 29h32c-2-8-30-8-32 0z" fill="#24553f"/><circle cx="60" cy="19" r="3.5" fill="#c8764a"/>`,
  ),
  mug: drawing(
    `<path d="M76 34c14-2 14 20 0 20" fill="none" stroke="#c8764a" stroke-width="5"/>
     <rect x="40" y="26" width="38" height="40" rx="6" fill="#c8764a"/><path d="M50 20c-4-5 4-7 0-12M64 20c-4-5 4-7 0-12" fill="none" stroke="#b9c4bd" stroke-width="3" stroke-linecap="round"/>`,
  ),
  tea: drawing(
    `<path d="M42 22h36l4 46H38z" fill="#e6dcc3"/><path d="M42 22h36v8H42z" fill="#c9b98f"/>
     <path d="M48 56c2-16 14-20 24-18 0 12-8 22-24 18zM48 58l12-10" fill="#6f9f62" stroke="#3f6d3c" stroke-width="1.5"/>`,
  ),
};

export const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><circle cx='8' cy='8' r='7' fill='%232f6b52'/></svg>";

import { createServer } from 'node:http';
import { setPriority } from 'node:os';

/** Pages that do their worst to whoever shows them, in a process of its own; prints its address. */
const scripts: Record<string, string> = {
  'console flood':
    'setInterval(() => { for (let n = 0; n < 2000; n += 1) console.error("x".repeat(2000), n); }, 0)',
  'alert loop': 'setTimeout(() => { for (;;) alert("Hello"); }, 100)',
  allocation: 'const all = []; setInterval(() => all.push(new Uint8Array(1 << 26).fill(1)), 10)',
  'infinite loop': 'setTimeout(() => { for (;;); }, 500)',
  'fetch flood':
    'setInterval(() => { for (let n = 0; n < 50; n += 1) fetch("/flood?" + Math.random()); }, 10)',
  'window storm': 'setInterval(() => open("/"), 10)',
  'huge document':
    'setTimeout(() => { for (let n = 0; n < 2e6; n += 1) document.body.append(Object.assign(document.createElement("p"), { textContent: "p " + n })); }, 100)',
  download: 'setInterval(() => { location.href = "/endless"; }, 200)',
  print: 'setInterval(() => print(), 10)',
  crash: 'const all = []; setTimeout(() => { for (;;) all.push({ all: [...all] }); }, 500)',
  'WebSocket flood':
    'setInterval(() => { const line = new WebSocket("ws://" + location.host + "/"); line.onerror = () => {}; }, 1)',
  'trace flood':
    'setInterval(() => { fetch("/large?" + Math.random()).then((one) => one.text()).then((text) => { document.body.dataset.n = text.slice(0, 1e6) + Math.random(); }); }, 5)',
};
// It stands for another machine: what it costs to answer a flood is not the service's.
setPriority(10);
const shown = new Set<string>();
const large = 'y'.repeat(1 << 20);

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname).slice(1);
  if (path === 'names') return void response.end(JSON.stringify(Object.keys(scripts)));
  if (path === 'shown') return void response.end(JSON.stringify([...shown]));
  if (path === 'large') return void response.end(`${Math.random()}${large}`);
  if (path === 'endless') {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    });
    const timer = setInterval(() => response.write(large), 20);
    response.on('close', () => clearInterval(timer));
    return;
  }
  shown.add(path);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><title>Hostile</title><h1>Hostile</h1><script>${scripts[path] ?? ''}</script>`,
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();

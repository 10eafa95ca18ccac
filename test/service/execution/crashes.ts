import { browserProcesses, html, serve } from './support.ts';

/** `/wait` calls back once the page has been shown. */
export function serveWaitingPage(onShown: () => void) {
  return serve((request, response) => {
    if (request.url === '/shown') {
      response.writeHead(204).end();
      onShown();
      return;
    }
    const call =
      request.url === '/wait' ? '<script>requestAnimationFrame(() => fetch("/shown"))</script>' : '';
    response.end(html(`<h1>Ready</h1>${call}`));
  });
}

/** Those that it has killed. */
export function kill(kind: string): number[] {
  const pids = browserProcesses()
    .filter((found) => found.kind === kind)
    .map(({ pid }) => pid);
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 'SIGKILL');
    } catch {
      return false;
    }
  });
}

import { type Site, serve } from './support.ts';

/** Tells its server of each letter that it gets, by whatever way. */
const listening = `<script>
  const tell = (what) => fetch('/heard', { method: 'POST', body: String(what) });
  addEventListener('input', ({ target }) => tell(target.isContentEditable ? target.textContent : target.value), true);
  addEventListener('change', ({ target }) => tell(target.files?.[0]?.name ?? target.value), true);
  addEventListener('keydown', ({ key }) => tell(key), true);
</script>`;

export interface Listener extends Site {
  readonly heard: string[];
}

/** A site that hears of what its pages get. */
export async function listener(body: string, more: Record<string, string> = {}): Promise<Listener> {
  const heard: string[] = [];
  const pages = Object.fromEntries(
    Object.entries({ '/': body, ...more }).map(([path, html]) => [path, `${listening}${html}`]),
  );
  const site = await serve({
    ...pages,
    '/heard': (request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        heard.push(text);
        response.end();
      });
    },
  });
  return { ...site, heard };
}

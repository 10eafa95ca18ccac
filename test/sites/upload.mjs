import { page, routes } from './serve.mjs';

const anyType = 'a file of the wrong kind is accepted';
const empty = 'the file arrives empty';
const lost = 'the list shows no new file';

/** A file is chosen, checked by its name and sent as it is. */
export const upload = {
  name: 'upload',
  targetUrl: (url) => `${url}/documents`,
  sentences: () => [
    'Open the site',
    'Upload "notes.txt" to "Choose a document"',
    'Click "Send"',
    'See "Only PDF documents are accepted"',
    'Upload "contract.pdf" to "Choose a document"',
    'Click "Send"',
    'See "contract.pdf" in "Your documents"',
    'Do not see "0 bytes"',
    'See "1 document"',
    'Nothing says "Only PDF"',
  ],
  bugs: [
    { name: anyType, issue: /Only PDF documents are accepted/ },
    { name: empty, issue: /0 bytes/ },
    { name: lost, issue: /contract\.pdf/ },
  ],
  serve(bug) {
    const documents = [];
    return routes({
      'GET /documents': ({ html }) => html(list({ anyType: bug === anyType, empty: bug === empty })),
      'POST /documents': async ({ bytes, query, json }) => {
        const size = (await bytes()).length;
        if (bug !== lost) documents.push({ name: query.get('name'), size });
        json(documents);
      },
    });
  },
};

function list(faults) {
  return page({
    title: 'Documents',
    body: `<main><h1>Documents</h1><form><label for="file">Choose a document</label><input id="file" type="file">
<button>Send</button></form><p class="error" id="refusal" role="alert"></p>
<section aria-labelledby="yours"><h2 id="yours">Your documents</h2><p id="count">0 documents</p><ul></ul></section></main>`,
    client: send,
    data: faults,
  });
}

function send({ anyType: takesAny, empty: sendsNothing }) {
  const one = (selector) => document.querySelector(selector);
  one('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const [file] = one('#file').files;
    const isRefused = !takesAny && !file.name.endsWith('.pdf');
    one('#refusal').textContent = isRefused ? 'Only PDF documents are accepted.' : '';
    if (isRefused) return;
    const answer = await fetch(`/documents?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      body: sendsNothing ? '' : file,
    });
    const documents = await answer.json();
    one('#count').textContent = `${documents.length} ${documents.length === 1 ? 'document' : 'documents'}`;
    one('ul').replaceChildren(
      ...documents.map(({ name, size }) => {
        const item = document.createElement('li');
        item.textContent = `${name}, ${size} bytes`;
        return item;
      }),
    );
  });
}

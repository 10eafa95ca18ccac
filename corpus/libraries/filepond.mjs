// https://pqina.nl/filepond/docs: a field for several files with a server that takes its time, and one for a single picture.
export default {
  name: 'filepond',
  styles: ['filepond/dist/filepond.css'],
  script: `
    import * as FilePond from 'filepond';

    const $ = (id) => document.getElementById(id);
    const server = {
      process: (field, file, metadata, load, error, progress) => {
        progress(true, 1, 2);
        setTimeout(() => (file.name.endsWith('.exe') ? error('refused') : load(file.name)), 400);
        return { abort: () => undefined };
      },
      revert: (id, load) => load(),
    };
    const documents = FilePond.create($('documents'), { allowMultiple: true, maxFiles: 3, server, credits: false });
    const tell = () => { $('count').textContent = documents.getFiles().length + ' files'; };
    documents.on('addfile', tell);
    documents.on('removefile', tell);
    documents.on('processfile', (failure, file) => { if (!failure) $('out').textContent = file.filename + ' is stored'; });
    documents.on('processfiles', () => { $('send').disabled = false; });
    FilePond.create($('avatar'), { labelIdle: 'Drop your picture or <span class="filepond--label-action">choose one</span>', credits: false });
    $('send').addEventListener('click', () => { $('out').textContent = 'Sent ' + documents.getFiles().map((one) => one.filename).join(', '); });
  `,
  body: `
    <style>body { font: 15px sans-serif; max-width: 600px }</style>
    <section aria-label="Documents"><h2>Documents</h2><input type="file" id="documents" multiple><p id="count">0 files</p></section>
    <section aria-label="Avatar"><h2>Avatar</h2><input type="file" id="avatar"></section>
    <p><button id="send" disabled>Send</button></p>
    <p id="out"></p>
  `,
  right: [
    {
      steps: [
        'See "Drag & Drop your files or Browse"',
        'See "Drop your picture or choose one"',
        'The "Send" button is disabled',
      ],
    },
    {
      steps: [
        'Upload "plan.txt" with the content "hello" to "Documents"',
        'See "plan.txt"',
        'See "Upload complete"',
        'See "plan.txt is stored"',
        'The "Send" button is enabled',
      ],
    },
    {
      steps: [
        'Upload "a.txt" to "Documents"',
        'Upload "b.txt" to "Documents"',
        'See "2 files"',
        'See "a.txt" in the section "Documents"',
        'See "b.txt" in the section "Documents"',
      ],
    },
    {
      steps: [
        'Upload "me.png" to "choose one"',
        'See "me.png"',
        'Do not see "Drop your picture or choose one"',
      ],
    },
    {
      steps: [
        'Upload "setup.exe" to "Documents"',
        'See "Error during upload"',
        'Do not see "Upload complete"',
      ],
    },
    {
      steps: [
        'Upload "me.png" to "Avatar"',
        'See "me.png"',
        'Click "Remove"',
        'Do not see "me.png"',
        'See "Drop your picture or choose one"',
      ],
    },
    {
      steps: [
        'Upload "a.txt" to "Documents"',
        'Wait for "a.txt is stored"',
        'Click "Send"',
        'See "Sent a.txt"',
        'See 1 list item in the section "Documents"',
      ],
    },
    {
      steps: [
        'Upload "plan.txt" with the content "hello" to "Browse"',
        'See "5 bytes"',
        'See "plan.txt" above "Avatar"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the file is never stored',
      change: ({ script }) => ({ script: script.replace('load(file.name)', 'undefined') }),
      steps: ['Upload "plan.txt" to "Documents"', 'See "Upload complete"'],
    },
    {
      bug: 'the server refuses',
      change: ({ script }) => ({ script: script.replace("endsWith('.exe')", "endsWith('.txt')") }),
      steps: ['Upload "plan.txt" to "Documents"', 'See "plan.txt is stored"'],
    },
    {
      bug: 'the second file takes the place of the first',
      change: ({ script, body }) => ({
        script: script.replace('allowMultiple: true, maxFiles: 3', 'allowMultiple: false'),
        body: body.replace(' multiple', ''),
      }),
      steps: [
        'Upload "a.txt" to "Documents"',
        'Upload "b.txt" to "Documents"',
        'See "a.txt" in the section "Documents"',
      ],
    },
    {
      bug: 'sending stays impossible',
      change: ({ script }) => ({ script: script.replace("$('send').disabled = false;", '') }),
      steps: [
        'Upload "plan.txt" to "Documents"',
        'Wait for "Upload complete"',
        'The "Send" button is enabled',
      ],
    },
    {
      bug: 'the name of the file cannot be read',
      change: ({ body }) => ({
        body: body.replace('</style>', '.filepond--file-info-main { color: transparent }</style>'),
      }),
      steps: ['Upload "me.png" to "Avatar"', 'See "me.png"'],
    },
  ],
};

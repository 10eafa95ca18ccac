// https://quilljs.com/docs/quickstart: the snow theme with its tool bar.
export default {
  name: 'quill',
  styles: ['quill/dist/quill.snow.css'],
  script: `
    import Quill from 'quill';

    const quill = new Quill('#editor', {
      theme: 'snow',
      placeholder: 'Write a letter',
      modules: { toolbar: [[{ header: [1, 2, false] }], ['bold', 'italic', 'link'], [{ list: 'ordered' }, { list: 'bullet' }]] },
    });
    const $ = (id) => document.getElementById(id);
    quill.on('text-change', () => {
      $('count').textContent = quill.getText().trim().length + ' letters';
      $('send').disabled = quill.getText().trim() === '';
    });
    $('send').addEventListener('click', () => {
      $('sent').innerHTML = quill.root.innerHTML;
      quill.setText('');
      $('out').textContent = 'The letter is sent';
    });
  `,
  body: `
    <style>body { font-family: sans-serif; max-width: 800px }</style>
    <h1>Letter</h1>
    <div id="editor"></div>
    <p id="count">0 letters</p>
    <button id="send" disabled>Send letter</button>
    <p id="out"></p>
    <h2>Sent letters</h2>
    <div id="sent"></div>
  `,
  right: [
    { steps: ['See "Write a letter"', 'The "Send letter" button is disabled'] },
    {
      steps: ['Type "Dear Ada" into the text area', 'See "8 letters"', 'The "Send letter" button is enabled'],
    },
    {
      steps: [
        'Type "Dear Ada" into "Write a letter"',
        'Click "Send letter"',
        'See "The letter is sent"',
        'See "Dear Ada"',
        'See "0 letters"',
      ],
    },
    { steps: ['Click "Write a letter"', 'Click "Bold"', 'The "Send letter" button is disabled'] },
    {
      steps: [
        'Type "Dear Ada" into "Write a letter"',
        'Do not see "Write a letter"',
        'Press Control+A',
        'Press Delete',
        'See "Write a letter"',
      ],
    },
    {
      steps: [
        'Type "One" into "Write a letter"',
        'Press Enter',
        'See "3 letters"',
        'Click "Send letter"',
        'See "One" after "Sent letters"',
      ],
    },
    { steps: ['Click the "Normal" dropdown', 'Click "Heading 1"', 'See "Heading 1"'] },
    {
      steps: [
        'Type "Dear Ada" into the text area',
        'Press Enter',
        'Append "See you" to the text area',
        'Press Control+Home',
        'Append " on Monday" to the text area',
        'The text area contains "See you on Monday"',
      ],
    },
    { steps: ['Type "Hello" into the text area', 'Append " world" to the text area', 'See "11 letters"'] },
    {
      steps: [
        'Type "Hello" into the text area',
        'The text area contains "Hello"',
        'Clear the text area',
        'The text area is empty',
      ],
    },
  ],
  broken: [
    {
      bug: 'the letter is not sent',
      change: ({ body, script }) => ({
        body,
        script: script.replace("$('sent').innerHTML = quill.root.innerHTML;", ''),
      }),
      steps: ['Type "Dear Ada" into the text area', 'Click "Send letter"', 'See "Dear Ada"'],
    },
    {
      bug: 'the editor is read only',
      change: ({ body, script }) => ({
        body,
        script: script.replace("theme: 'snow',", "theme: 'snow', readOnly: true,"),
      }),
      steps: ['Type "Dear Ada" into the text area', 'See "8 letters"'],
    },
    {
      bug: 'the letter loses its second word',
      change: ({ body, script }) => ({
        body,
        script: script.replace('quill.root.innerHTML;', "quill.root.innerHTML.replace(' Ada', '');"),
      }),
      steps: ['Type "Dear Ada" into the text area', 'Click "Send letter"', 'See "Dear Ada"'],
    },
    {
      bug: 'what was sent stays in the editor',
      change: ({ body, script }) => ({ body, script: script.replace("quill.setText('');", '') }),
      steps: ['Type "Dear Ada" into the text area', 'Click "Send letter"', 'The text area is empty'],
    },
  ],
};

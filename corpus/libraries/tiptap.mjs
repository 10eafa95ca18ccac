// https://tiptap.dev/docs/editor: the starter kit with a menu of our own, as the documentation leaves it to the page.
export default {
  name: 'tiptap',
  script: `
    import { Editor } from '@tiptap/core';
    import StarterKit from '@tiptap/starter-kit';

    const $ = (id) => document.getElementById(id);
    const editor = new Editor({
      element: $('editor'),
      extensions: [StarterKit],
      content: '<p>Agenda for Monday</p>',
      editorProps: { attributes: { 'aria-label': 'Minutes' } },
      onTransaction: ({ editor }) => {
        $('bold').classList.toggle('on', editor.isActive('bold'));
        $('bold').setAttribute('aria-pressed', String(editor.isActive('bold')));
        $('undo').disabled = !editor.can().undo();
        $('words').textContent = editor.getText().split(/\\s+/).filter(Boolean).length + ' words';
      },
    });
    $('bold').addEventListener('click', () => editor.chain().focus().toggleBold().run());
    $('list').addEventListener('click', () => editor.chain().focus().toggleBulletList().run());
    $('undo').addEventListener('click', () => editor.chain().focus().undo().run());
    $('save').addEventListener('click', () => {
      $('state').textContent = 'Saved';
      $('copy').innerHTML = editor.getHTML();
    });
  `,
  body: `
    <style>
      body { font-family: sans-serif; max-width: 700px } .tiptap { border: 1px solid #999; padding: 8px; min-height: 80px }
      .on { background: #333; color: #fff }
    </style>
    <div><button id="bold" aria-pressed="false">Bold</button> <button id="list">Bullet list</button> <button id="undo" disabled>Undo</button></div>
    <div id="editor"></div>
    <p id="words">3 words</p>
    <button id="save">Save minutes</button> <span id="state">Unsaved</span>
    <h2>Copy</h2>
    <div id="copy"></div>
  `,
  right: [
    {
      steps: [
        'See "Agenda for Monday"',
        '"Minutes" contains "Agenda for Monday"',
        'The "Undo" button is disabled',
      ],
    },
    {
      steps: [
        'Click "Minutes"',
        'Press Control+End',
        'Press Enter',
        'Append "We met" to "Minutes"',
        'Press Control+Home',
        'Append " at noon" to "Minutes"',
        '"Minutes" contains "We met at noon"',
      ],
    },
    { steps: ['Type "We met at noon" into "Minutes"', 'See "4 words"', 'Do not see "Agenda for Monday"'] },
    {
      steps: [
        'Type "We met at noon" into "Minutes"',
        'Click "Save minutes"',
        'See exactly "Saved"',
        'See "We met at noon" twice',
      ],
    },
    { steps: ['Type "Gone" into "Minutes"', 'Click "Undo"', 'See "Agenda for Monday"'] },
    {
      steps: [
        'Append " and Tuesday" to "Minutes"',
        'The "Minutes" field has the value "Agenda for Monday and Tuesday"',
        'See "5 words"',
      ],
    },
    { steps: ['Clear "Minutes"', '"Minutes" is empty', 'See "0 words"'] },
    {
      steps: [
        'See "Unsaved"',
        'Click "Bullet list"',
        'Click "Save minutes"',
        'See 1 list item in the section "Copy"',
      ],
    },
    {
      steps: [
        'Click "Minutes"',
        'Press Control+A',
        'Click "Bold"',
        'Click "Save minutes"',
        'See "Agenda for Monday" 2 times',
      ],
    },
  ],
  broken: [
    {
      bug: 'the copy is empty',
      change: ({ body, script }) => ({
        body,
        script: script.replace("$('copy').innerHTML = editor.getHTML();", ''),
      }),
      steps: ['Type "We met at noon" into "Minutes"', 'Click "Save minutes"', 'See "We met at noon" twice'],
    },
    {
      bug: 'it says "Unsaved" still',
      change: ({ body, script }) => ({ body, script: script.replace("= 'Saved'", "= 'Unsaved'") }),
      steps: ['Type "We met at noon" into "Minutes"', 'Click "Save minutes"', 'See exactly "Saved"'],
    },
    {
      bug: 'the text comes back',
      change: ({ body, script }) => ({
        body,
        script: `${script}\neditor.once('update', () => setTimeout(() => editor.commands.setContent('<p>Agenda for Monday</p>'), 200));`,
      }),
      steps: ['Clear "Minutes"', '"Minutes" is empty'],
    },
    {
      bug: 'undo does nothing',
      change: ({ body, script }) => ({
        body,
        script: script.replace('.focus().undo().run()', '.focus().run()'),
      }),
      steps: ['Type "Gone" into "Minutes"', 'Click "Undo"', 'See "Agenda for Monday"'],
    },
  ],
};

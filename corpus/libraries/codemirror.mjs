// https://codemirror.net/examples/basic: the basic setup with JavaScript, its search panel, a linter, and a read-only view.
export default {
  name: 'codemirror',
  script: `
    import { basicSetup } from 'codemirror';
    import { EditorView, keymap, placeholder } from '@codemirror/view';
    import { EditorState } from '@codemirror/state';
    import { javascript } from '@codemirror/lang-javascript';
    import { linter, lintGutter, openLintPanel } from '@codemirror/lint';
    import { openSearchPanel } from '@codemirror/search';
    import { undo } from '@codemirror/commands';

    const $ = (id) => document.getElementById(id);
    const forbidden = linter((view) => {
      const text = view.state.doc.toString();
      const from = text.indexOf('var ');
      return from < 0 ? [] : [{ from, to: from + 3, severity: 'error', message: 'Use let or const' }];
    }, { delay: 100 });
    const view = new EditorView({
      parent: $('editor'),
      doc: 'let total = 1;\\nlet sum = total + 10;\\nconsole.log(sum);',
      extensions: [
        basicSetup,
        javascript(),
        forbidden,
        lintGutter(),
        EditorView.contentAttributes.of({ 'aria-label': 'Code' }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          $('lines').textContent = 'Lines: ' + update.state.doc.lines;
          $('save').disabled = false;
        }),
      ],
    });
    new EditorView({
      parent: $('note'),
      extensions: [placeholder('Write a note'), EditorView.contentAttributes.of({ 'aria-label': 'Note' }), EditorView.lineWrapping],
    });
    new EditorView({
      parent: $('result'),
      doc: 'Nothing saved yet',
      extensions: [EditorState.readOnly.of(true), EditorView.editable.of(false)],
    });
    $('save').addEventListener('click', () => {
      $('saved').textContent = view.state.doc.line(1).text;
      $('save').disabled = true;
    });
    $('find').addEventListener('click', () => openSearchPanel(view));
    $('undo').addEventListener('click', () => undo(view));
    $('problems').addEventListener('click', () => openLintPanel(view));
  `,
  body: `
    <style>body { font-family: sans-serif; max-width: 800px } .cm-editor { border: 1px solid #aaa; min-height: 60px }</style>
    <h2>Program</h2>
    <div id="editor"></div>
    <p><span id="lines">Lines: 3</span> <button id="save" disabled>Save</button> <button id="undo">Undo</button>
      <button id="find">Search in the code</button> <button id="problems">Problems</button></p>
    <p>First line: <b id="saved">none</b></p>
    <h2>Notes</h2>
    <div id="note"></div>
    <h2>Result</h2>
    <div id="result"></div>
  `,
  right: [
    { steps: ['"Code" contains "let total = 1;"', 'See "Lines: 3"', 'The "Save" button is disabled'] },
    {
      steps: [
        'Type "const price = 42;" into "Code"',
        'See "Lines: 1"',
        'Click "Save"',
        'See "First line: const price = 42;"',
        'The "Save" button is disabled',
      ],
    },
    {
      steps: [
        'Type "answer" into "Code"',
        '"Code" is "answer"',
        'Click "Undo"',
        '"Code" contains "console.log(sum);"',
      ],
    },
    {
      steps: [
        'See "Write a note"',
        'Type "Buy milk" into "Note"',
        'Do not see "Write a note"',
        '"Note" is "Buy milk"',
      ],
    },
    {
      steps: [
        'Click "Search in the code"',
        'Type "sum" into "Find"',
        'Type "result" into "Replace"',
        'Click the "replace all" button',
        '"Code" contains "console.log(result);"',
      ],
    },
    { steps: ['Type "var a = 1" into "Code"', 'Click "Problems"', 'See "Use let or const"'] },
    { steps: ['See "Nothing saved yet" after "Result"', 'Clear "Note"', 'See "Write a note"'] },
    {
      steps: [
        'Click "Search in the code"',
        'Check "match case"',
        '"match case" is checked',
        'Press Escape in "Find"',
        'Do not see "match case"',
      ],
    },
    {
      steps: [
        'Append " // end" to "Code"',
        '"Code" contains "console.log(sum); // end"',
        'The "Save" button is enabled',
      ],
    },
  ],
  broken: [
    {
      bug: 'another line is saved',
      change: ({ script }) => ({ script: script.replace('doc.line(1)', 'doc.line(2)') }),
      steps: ['Append " // end" to "Code"', 'Click "Save"', 'See "First line: let total = 1;"'],
    },
    {
      bug: 'saving is never possible',
      change: ({ script }) => ({ script: script.replace("$('save').disabled = false;", '') }),
      steps: ['Type "let a" into "Code"', 'The "Save" button is enabled'],
    },
    {
      bug: 'the code cannot be changed',
      change: ({ script }) => ({
        script: script.replace('forbidden,\n', 'forbidden, EditorState.readOnly.of(true),\n'),
      }),
      steps: ['Type "answer" into "Code"', '"Code" is "answer"'],
    },
    {
      bug: 'the problem is not told',
      change: ({ script }) => ({ script: script.replace("indexOf('var ')", "indexOf('let ')") }),
      steps: ['Type "var a = 1" into "Code"', 'Click "Problems"', 'See "Use let or const"'],
    },
    {
      bug: 'the letters of the hint are transparent',
      change: ({ body }) => ({
        body: body.replace('</style>', '.cm-editor .cm-placeholder { color: transparent }</style>'),
      }),
      steps: ['See "Write a note"'],
    },
    {
      bug: 'undo does nothing',
      change: ({ script }) => ({ script: script.replace('() => undo(view)', '() => undefined') }),
      steps: ['Type "answer" into "Code"', 'Click "Undo"', '"Code" contains "console.log(sum);"'],
    },
  ],
};

// https://lexical.dev/docs/getting-started/react: rich text with a tool bar, a list, history and a counter.
export default {
  name: 'lexical',
  script: `
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { $getRoot, $getSelection, $isRangeSelection, CLEAR_EDITOR_COMMAND, FORMAT_TEXT_COMMAND, UNDO_COMMAND } from 'lexical';
import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin';
import { ClearEditorPlugin } from '@lexical/react/LexicalClearEditorPlugin';
import { ListPlugin } from '@lexical/react/LexicalListPlugin';
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { INSERT_UNORDERED_LIST_COMMAND, ListItemNode, ListNode } from '@lexical/list';

function Toolbar({ text, post }) {
  const [editor] = useLexicalComposerContext();
  const [isBold, setBold] = useState(false);
  useEffect(() => editor.registerUpdateListener(({ editorState }) => editorState.read(() => {
    const selection = $getSelection();
    if ($isRangeSelection(selection)) setBold(selection.hasFormat('bold'));
  })), [editor]);
  return (
    <div role="toolbar" aria-label="Formatting">
      <button aria-pressed={isBold} onClick={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'bold')}>Bold</button>
      <button onClick={() => editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined)}>List</button>
      <button onClick={() => editor.dispatchCommand(UNDO_COMMAND, undefined)}>Undo</button>
      <button onClick={() => editor.dispatchCommand(CLEAR_EDITOR_COMMAND, undefined)}>Clear</button>
      <button disabled={text === ''} onClick={() => { post(text); editor.dispatchCommand(CLEAR_EDITOR_COMMAND, undefined); }}>Post comment</button>
    </div>
  );
}

function App() {
  const [text, setText] = useState('');
  const [posts, setPosts] = useState(['First!']);
  const count = text === '' ? 0 : text.trim().split(/\\s+/).length;
  return (
    <LexicalComposer initialConfig={{ namespace: 'Comments', nodes: [ListNode, ListItemNode], theme: { text: { bold: 'bold' } }, onError: (error) => { throw error; } }}>
      <Toolbar text={text} post={(one) => setPosts((old) => [...old, one])} />
      <div className="frame">
        <RichTextPlugin
          contentEditable={<ContentEditable className="editor" aria-label="Comment" aria-placeholder="Enter some text..." placeholder={<div className="hint">Enter some text...</div>} />}
          ErrorBoundary={LexicalErrorBoundary}
        />
      </div>
      <HistoryPlugin /><ClearEditorPlugin /><ListPlugin />
      <OnChangePlugin onChange={(state) => state.read(() => setText($getRoot().getTextContent()))} />
      <p>{count === 1 ? '1 word' : count + ' words'}</p>
      <h2>Comments</h2>
      <ul aria-label="Comments">{posts.map((one) => <li key={one}>{one}</li>)}</ul>
    </LexicalComposer>
  );
}

createRoot(document.getElementById('root')).render(<App />);
`,
  styles: [],
  body: `<style>body { font: 15px sans-serif; max-width: 700px } .frame { position: relative; border: 1px solid #999; margin: 8px 0 }
.editor { min-height: 100px; padding: 10px; outline: none } .editor p { margin: 0 } .hint { position: absolute; top: 10px; left: 10px; color: #777; pointer-events: none }
.bold { font-weight: bold }</style><div id="root"></div>`,
  right: [
    { steps: ['See "Enter some text..."', 'See "0 words"', 'The "Post comment" button is disabled'] },
    {
      steps: [
        'Type "Nice work, thank you" into "Comment"',
        'See "4 words"',
        'Do not see "Enter some text..."',
        'The "Post comment" button is enabled',
      ],
    },
    {
      steps: [
        'Type "I agree" into "Comment"',
        'Click "Post comment"',
        'See "I agree" after "First!"',
        'See 2 list items',
        'The "Comment" field is empty',
      ],
    },
    {
      steps: [
        'Type "Hello" into "Comment"',
        'Append " world" to "Comment"',
        'See "2 words"',
        '"Comment" is "Hello world"',
      ],
    },
    {
      steps: [
        'Type "Hello" into "Comment"',
        'Press Enter',
        'Append "Well done" to "Comment"',
        'Press Control+Home',
        'Append " indeed" to "Comment"',
        '"Comment" contains "Well done indeed"',
      ],
    },
    { steps: ['Type "Hello" into "Comment"', 'Click "Clear"', 'See "Enter some text..."', 'See "0 words"'] },
    {
      steps: [
        'Type "Hello" into "Comment"',
        'Press Control+A',
        'Click "Bold"',
        '"Bold" is checked',
        'Click "Bold"',
        '"Bold" is not checked',
      ],
    },
    { steps: ['Type "One" into "Enter some text..."', 'See "1 word"', 'Clear "Comment"', 'See "0 words"'] },
    {
      steps: ['Type "Milk" into "Comment"', 'Click "List"', 'See 2 list items', '"Comment" contains "Milk"'],
    },
    {
      steps: [
        'Click "Comment"',
        '"Comment" is focused',
        'Type "Bye" into "Comment"',
        '"Comment" contains "Bye"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the comment is not posted',
      change: ({ script }) => ({ script: script.replace('post(text); ', '') }),
      steps: ['Type "I agree" into "Comment"', 'Click "Post comment"', 'See "I agree"'],
    },
    {
      bug: 'the comment goes before the others',
      change: ({ script }) => ({ script: script.replace('[...old, one]', '[one, ...old]') }),
      steps: ['Type "I agree" into "Comment"', 'Click "Post comment"', 'See "I agree" after "First!"'],
    },
    {
      bug: 'the field is not emptied',
      change: ({ script }) => ({
        script: script.replace(
          'post(text); editor.dispatchCommand(CLEAR_EDITOR_COMMAND, undefined);',
          'post(text);',
        ),
      }),
      steps: ['Type "I agree" into "Comment"', 'Click "Post comment"', 'The "Comment" field is empty'],
    },
    {
      bug: 'letters are counted as words',
      change: ({ script }) => ({ script: script.replace('split(/\\s+/)', "split('')") }),
      steps: ['Type "Nice work" into "Comment"', 'See "2 words"'],
    },
    {
      bug: 'the editor is read only',
      change: ({ script }) => ({
        script: script.replace("namespace: 'Comments',", "namespace: 'Comments', editable: false,"),
      }),
      steps: ['Type "Nice work" into "Comment"', 'See "2 words"'],
    },
    {
      bug: 'what is written cannot be seen',
      change: ({ body }) => ({ body: body.replace('.bold {', '.editor p { opacity: 0 } .bold {') }),
      steps: ['Type "Nice work" into "Comment"', 'See "Nice work" in "Comment"'],
    },
  ],
};

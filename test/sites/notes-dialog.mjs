import { page, routes } from './serve.mjs';

const cancelDeletes = 'a note is deleted although the question was declined';
const wrongNote = 'the question names another note';
const unsaved = 'the new name is not taken over from the dialog';

/** `confirm()`, `prompt()` and a `<dialog>` over a list of notes. */
export const notesDialog = {
  name: 'dialog',
  sentences: (url) => [
    `Open ${url}/notes`,
    'Click the "Delete" button in the row "Shopping list"',
    'See "Delete Shopping list for good?"',
    'Dismiss the dialog',
    'See "Shopping list" in "Your notes"',
    'Click the "Rename" button in the row "Shopping list"',
    'See the dialog "Rename note"',
    'Fill "New name" with "Groceries"',
    'Click the "Save" button in the dialog "Rename note"',
    'See "Groceries" in "Your notes"',
    'Do not see "Shopping list"',
    'Click the "Delete" button in the row "Groceries"',
    'Accept the dialog',
    'Do not see "Groceries"',
    'Click "Add a note"',
    'Answer the dialog with "Ideas"',
    'See "Ideas" in "Your notes"',
  ],
  bugs: [
    { name: cancelDeletes, issue: /See.*Shopping list/ },
    { name: wrongNote, issue: /Delete Shopping list for good\?.*Delete Travel plans for good\?/ },
    { name: unsaved, issue: /Groceries/ },
  ],
  serve(bug) {
    return routes({
      'GET /notes': ({ html }) =>
        html(
          notes({
            cancelDeletes: bug === cancelDeletes,
            wrongNote: bug === wrongNote,
            unsaved: bug === unsaved,
          }),
        ),
    });
  },
};

function notes(faults) {
  return page({
    title: 'Notes',
    body: `<main><h1>Notes</h1><table aria-label="Your notes"><tbody></tbody></table><button id="add">Add a note</button>
<dialog aria-labelledby="rename"><form method="dialog"><h2 id="rename">Rename note</h2>
<label for="name">New name</label><input id="name"><p><button value="cancel">Cancel</button> <button value="save">Save</button></p>
</form></dialog></main>`,
    client: keepNotes,
    data: faults,
  });
}

function keepNotes({ cancelDeletes: isRuthless, wrongNote: isConfused, unsaved: isForgetful }) {
  const rows = document.querySelector('tbody');
  const dialog = document.querySelector('dialog');
  const name = document.querySelector('#name');
  let renamed = null;
  const add = (text) => {
    const row = rows.insertRow();
    const title = row.insertCell();
    title.textContent = text;
    const buttons = row.insertCell();
    buttons.innerHTML = '<button class="rename">Rename</button> <button class="delete">Delete</button>';
    buttons.querySelector('.delete').addEventListener('click', () => {
      const asked = isConfused ? 'Travel plans' : title.textContent;
      const isSure = confirm(`Delete ${asked} for good?`);
      if (isSure || isRuthless) row.remove();
    });
    buttons.querySelector('.rename').addEventListener('click', () => {
      renamed = title;
      name.value = title.textContent;
      dialog.showModal();
    });
  };
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'save' && !isForgetful) renamed.textContent = name.value;
  });
  document.querySelector('#add').addEventListener('click', () => {
    const text = prompt('What is the note called?');
    if (text) add(text);
  });
  add('Travel plans');
  add('Shopping list');
}

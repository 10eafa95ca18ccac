// https://sweetalert2.github.io: a confirmation, a question, a toast, a choice and a loading state.
export default {
  name: 'sweetalert2',
  styles: ['sweetalert2/dist/sweetalert2.css'],
  script: `
    import Swal from 'sweetalert2/dist/sweetalert2.esm.js';

    const $ = (id) => document.getElementById(id);
    const say = (text) => { $('out').textContent = text; };
    $('delete').addEventListener('click', async () => {
      const result = await Swal.fire({
        title: 'Are you sure?', text: "You won't be able to revert this!", icon: 'warning',
        showCancelButton: true, confirmButtonText: 'Yes, delete it!',
      });
      if (result.isConfirmed) {
        $('file').remove();
        Swal.fire({ title: 'Deleted!', text: 'Your file has been deleted.', icon: 'success' });
      } else say('The file is kept');
    });
    $('name').addEventListener('click', async () => {
      const { value } = await Swal.fire({
        title: 'Enter your name', input: 'text', inputLabel: 'Your name', showCancelButton: true,
        inputValidator: (text) => (text === '' ? 'You need to write something!' : undefined),
      });
      if (value) say('Hello ' + value);
    });
    $('toast').addEventListener('click', () => {
      Swal.fire({ toast: true, position: 'top-end', icon: 'success', title: 'Signed in successfully', showConfirmButton: false, timer: 3000, timerProgressBar: true });
    });
    $('colour').addEventListener('click', async () => {
      const { value } = await Swal.fire({
        title: 'Select a colour', input: 'radio', inputOptions: { red: 'Red', green: 'Green', blue: 'Blue' },
        inputValidator: (value) => (value ? undefined : 'You need to choose something!'),
      });
      if (value) say('Colour: ' + value);
    });
    $('fruit').addEventListener('click', async () => {
      const { value } = await Swal.fire({
        title: 'Select a fruit', input: 'select', inputPlaceholder: 'Choose one', showCancelButton: true,
        inputOptions: { Fruits: { apple: 'Apple', pine: 'Pineapple' }, Vegetables: { leek: 'Leek' } },
      });
      if (value) say('Food: ' + value);
    });
    $('terms').addEventListener('click', async () => {
      const { value } = await Swal.fire({
        title: 'Terms and conditions', input: 'checkbox', inputValue: 0, inputPlaceholder: 'I agree with the terms',
        confirmButtonText: 'Continue', inputValidator: (is) => (is ? undefined : 'You need to agree'),
      });
      if (value) say('Agreed');
    });
    $('submit').addEventListener('click', async () => {
      await Swal.fire({
        title: 'Submit your report', confirmButtonText: 'Send', showLoaderOnConfirm: true,
        preConfirm: () => new Promise((resolve) => setTimeout(resolve, 600)),
      });
      say('Report sent');
    });
  `,
  body: `
    <style>body { font-family: sans-serif }</style>
    <h1>Files</h1>
    <ul><li id="file">report.pdf</li><li>photo.png</li></ul>
    <button id="delete">Delete the report</button> <button id="name">Ask my name</button> <button id="toast">Sign in</button>
    <button id="colour">Colour</button> <button id="fruit">Fruit</button> <button id="terms">Terms</button> <button id="submit">Submit</button>
    <p id="out"></p>
  `,
  right: [
    {
      steps: [
        'Click "Delete the report"',
        'See the dialog "Are you sure?"',
        'Click "Yes, delete it!"',
        'See "Your file has been deleted."',
        'Click "OK"',
        'Do not see "report.pdf"',
      ],
    },
    {
      steps: [
        'Click "Delete the report"',
        'Click "Cancel"',
        'The dialog is gone',
        'See "The file is kept"',
        'See "report.pdf" before "photo.png"',
      ],
    },
    {
      steps: [
        'Click "Ask my name"',
        'Click "OK"',
        'See "You need to write something!"',
        'Type "Ada" into "Your name"',
        'Click "OK"',
        'See "Hello Ada"',
      ],
    },
    {
      steps: [
        'Click "Ask my name"',
        '"Your name" is focused',
        'Press Escape',
        'Do not see "Enter your name"',
      ],
    },
    {
      steps: [
        'Click "Sign in"',
        'See "Signed in successfully"',
        'Wait until "Signed in successfully" disappears',
      ],
    },
    {
      steps: [
        'Click the "Colour" button',
        'Choose "Green"',
        'The "Green" radio button is selected',
        'The "Red" radio button is not selected',
        'Click "OK"',
        'See "Colour: green"',
      ],
    },
    {
      steps: [
        'Click the "Fruit" button',
        'Select "Pineapple" from "Select a fruit"',
        'Click "OK"',
        'See "Food: pine"',
      ],
    },
    {
      steps: [
        'Click the "Terms" button',
        'Click "Continue"',
        'See "You need to agree"',
        'Check "I agree with the terms"',
        'Click "Continue"',
        'See "Agreed"',
      ],
    },
    {
      steps: [
        'Click the "Submit" button',
        'Click "Send"',
        'See "Report sent"',
        'Do not see "Submit your report"',
      ],
    },
    {
      steps: [
        'Click "Delete the report"',
        'See "You won\'t be able to revert this!" in the dialog',
        'There are 2 buttons in the dialog "Are you sure?"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the file stays',
      change: ({ script }) => ({ script: script.replace("$('file').remove();", '') }),
      steps: [
        'Click "Delete the report"',
        'Click "Yes, delete it!"',
        'Click "OK"',
        'Do not see "report.pdf"',
      ],
    },
    {
      bug: 'the success message never comes',
      change: ({ script }) => ({
        script: script.replace(
          "Swal.fire({ title: 'Deleted!', text: 'Your file has been deleted.', icon: 'success' });",
          '',
        ),
      }),
      steps: ['Click "Delete the report"', 'Click "Yes, delete it!"', 'See "Your file has been deleted."'],
    },
    {
      bug: 'an empty name is taken',
      change: ({ script }) => ({ script: script.replace("(text === '' ?", "(text === 'x' ?") }),
      steps: ['Click "Ask my name"', 'Click "OK"', 'See "You need to write something!"'],
    },
    {
      bug: 'the toast cannot be seen',
      change: ({ body }) => ({
        body: body.replace('</style>', '.swal2-toast .swal2-title { opacity: 0 }</style>'),
      }),
      steps: ['Click "Sign in"', 'See "Signed in successfully"'],
    },
    {
      bug: 'apple is only there as pineapple',
      change: ({ script }) => ({ script: script.replace("apple: 'Apple', ", '') }),
      steps: ['Click the "Fruit" button', 'Select "Apple" from "Select a fruit"', 'Click "OK"', 'See "Food"'],
    },
    {
      bug: 'it goes on without consent',
      change: ({ script }) => ({ script: script.replace("'You need to agree'", 'undefined') }),
      steps: [
        'Click the "Terms" button',
        'Click "Continue"',
        'See "You need to agree"',
        'Do not see "Agreed"',
      ],
    },
  ],
};

// https://flatpickr.js.org/examples: a date, a date with its time, a range, and one with a readable alternative.
export default {
  name: 'flatpickr',
  styles: ['flatpickr/dist/flatpickr.css'],
  script: `
    import flatpickr from 'flatpickr';

    const out = document.getElementById('out');
    flatpickr('#start', { defaultDate: '2024-03-17', allowInput: true, onChange: (_, text) => { out.textContent = 'Starts on ' + text; } });
    flatpickr('#when', { enableTime: true, time_24hr: true, defaultDate: '2024-05-02 12:00', onClose: (_, text) => { out.textContent = 'Meeting at ' + text; } });
    flatpickr('#stay', { mode: 'range', defaultDate: ['2024-06-03'], onChange: (dates, text) => { if (dates.length === 2) out.textContent = 'You stay ' + text; } });
    flatpickr('#birthday', { altInput: true, altFormat: 'F j, Y', dateFormat: 'Y-m-d', defaultDate: '2000-01-31', minDate: '2000-01-10' });
  `,
  body: `
    <style>body { font-family: sans-serif } p { margin: 10px 0 } label { display: inline-block; width: 100px }</style>
    <p id="out">Nothing chosen</p>
    <p><label for="start">Start</label><input id="start" placeholder="Select a date"></p>
    <p><label for="when">Meeting</label><input id="when"></p>
    <p><label for="stay">Your stay</label><input id="stay" style="width:220px"></p>
    <p><label>Birthday</label><input id="birthday"></p>
  `,
  right: [
    { steps: ['The "Start" field has the value "2024-03-17"', 'See "Nothing chosen"', 'Do not see "Sun"'] },
    {
      steps: [
        'Click the "Start" field',
        'See "Sun"',
        'Click "21"',
        'See "Starts on 2024-03-21"',
        '"Start" is "2024-03-21"',
      ],
    },
    {
      steps: [
        'Type "2024-04-09" into "Start"',
        'Press Enter',
        'See "Starts on 2024-04-09"',
        'The "Start" field has the value "2024-04-09"',
      ],
    },
    { steps: ['Click "Start"', 'Click "12"', 'Do not see "Sun"', '"Start" contains "2024-03-12"'] },
    {
      steps: [
        'Click "Meeting"',
        'Click "15"',
        'Type "9" into "Hour"',
        'Press Enter',
        'See "Meeting at 2024-05-15 09:00"',
      ],
    },
    { steps: ['Click "Your stay"', 'Click "12"', 'See "You stay 2024-06-03 to 2024-06-12"'] },
    { steps: ['"Birthday" is "January 31, 2000"'] },
    {
      steps: ['Click "Birthday"', 'Click "20"', 'The "Birthday" field has the value "January 20, 2000"'],
    },
    {
      steps: ['Click "Start"', 'Select "July" from "Month"', 'Click "4"', 'See "Starts on 2024-07-04"'],
    },
    { steps: ['Click "Your stay"', 'Press Escape', 'Do not see "Sun"', 'See "Nothing chosen"'] },
  ],
  broken: [
    {
      bug: 'the change is not told',
      change: ({ script }) => ({ script: script.replace("out.textContent = 'Starts on ' + text;", '') }),
      steps: ['Click "Start"', 'Click "21"', 'See "Starts on 2024-03-21"'],
    },
    {
      bug: 'the day before is kept',
      change: ({ script }) => ({
        script: script.replace(
          "(_, text) => { out.textContent = 'Starts on ' + text; }",
          '([day], _, picker) => { picker.input.value = flatpickr.formatDate(new Date(day - 864e5), "Y-m-d"); }',
        ),
      }),
      steps: ['Click "Start"', 'Click "21"', '"Start" is "2024-03-21"'],
    },
    {
      bug: 'the calendar stays open',
      change: ({ script }) => ({
        script: script.replace("'#start', {", "'#start', { closeOnSelect: false,"),
      }),
      steps: ['Click "Start"', 'Click "21"', 'Do not see "Sun"'],
    },
    {
      bug: 'the twentieth cannot be chosen',
      change: ({ script }) => ({
        script: script.replace("minDate: '2000-01-10'", "minDate: '2000-01-25'"),
      }),
      steps: ['Click "Birthday"', 'Click "20"', '"Birthday" is "January 20, 2000"'],
    },
    {
      bug: 'the stay ends a month too late',
      change: ({ script }) => ({ script: script.replace("['2024-06-03']", "['2024-07-03']") }),
      steps: ['Click "Your stay"', 'Click "12"', 'See "You stay 2024-06-03 to 2024-06-12"'],
    },
  ],
};

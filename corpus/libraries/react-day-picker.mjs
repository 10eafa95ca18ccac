export default {
  name: 'react-day-picker',
  script: `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { DayPicker } from 'react-day-picker';

const text = (date) => date ? date.getFullYear() + '-' + String(date.getMonth() + 1).padStart(2, '0') + '-' + String(date.getDate()).padStart(2, '0') : 'none';

function Single() {
  const [day, setDay] = useState();
  return (
    <section aria-label="Departure">
      <h2>Departure</h2>
      <DayPicker mode="single" defaultMonth={new Date(2024, 2)} startMonth={new Date(2024, 0)} endMonth={new Date(2024, 11)} disabled={{ before: new Date(2024, 2, 4) }}
        selected={day} onSelect={setDay} footer={day ? 'You leave on ' + text(day) : 'Pick a day.'} />
    </section>
  );
}

function Range() {
  const [range, setRange] = useState();
  return (
    <section aria-label="Holiday">
      <h2>Holiday</h2>
      <DayPicker mode="range" defaultMonth={new Date(2024, 6)} captionLayout="dropdown" startMonth={new Date(2023, 0)} endMonth={new Date(2026, 11)} showWeekNumber
        selected={range} onSelect={setRange} />
      <p>{'From ' + text(range?.from) + ' to ' + text(range?.to)}</p>
    </section>
  );
}

createRoot(document.getElementById('root')).render(<div style={{ display: 'flex', gap: 60 }}><Single /><Range /></div>);
`,
  styles: ['react-day-picker/style.css'],
  body: '<style>body { font: 15px sans-serif }</style><div id="root"></div>',
  right: [
    {
      steps: [
        'See "March 2024"',
        'See "Pick a day."',
        'Click "17" in the section "Departure"',
        'See "You leave on 2024-03-17"',
        'Do not see "Pick a day."',
      ],
    },
    {
      steps: [
        'Click "Go to the Next Month" in the section "Departure"',
        'See "April 2024"',
        'Do not see "March 2024"',
      ],
    },
    { steps: ['Click "Monday, March 25th, 2024"', 'See "You leave on 2024-03-25"'] },
    {
      steps: [
        'Click "10" in the section "Holiday"',
        'Click "14" in the section "Holiday"',
        'See "From 2024-07-10 to 2024-07-14"',
      ],
    },
    {
      steps: [
        'Select "2025" from "Choose the Year"',
        'Select "February" from "Choose the Month"',
        'Click "3" in the section "Holiday"',
        'See "From 2025-02-03"',
      ],
    },
    {
      steps: [
        'The "1" button in the section "Departure" is disabled',
        'The "4" button in the section "Departure" is enabled',
      ],
    },
    {
      steps: [
        'Click "5" in the section "Departure"',
        'Click "6" in the section "Departure"',
        'See "You leave on 2024-03-06"',
        'Do not see "You leave on 2024-03-05"',
      ],
    },
    { steps: ['See the heading "Departure"', 'See the heading "Holiday"', 'See "Su" before "Mo"'] },
    {
      steps: [
        'See "31" in the section "Departure"',
        'Click "Go to the Next Month" in the section "Departure"',
        'Do not see "31" in the section "Departure"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the day after is taken',
      change: ({ script }) => ({
        script: script.replace(
          'onSelect={setDay}',
          'onSelect={(one) => setDay(new Date(one.getFullYear(), one.getMonth(), one.getDate() + 1))}',
        ),
      }),
      steps: ['Click "17" in the section "Departure"', 'See "You leave on 2024-03-17"'],
    },
    {
      bug: 'the month does not change',
      change: ({ script }) => ({
        script: script.replace('mode="single"', 'mode="single" month={new Date(2024, 2)}'),
      }),
      steps: ['Click "Go to the Next Month" in the section "Departure"', 'See "April 2024"'],
    },
    {
      bug: 'past days can be chosen',
      change: ({ script }) => ({ script: script.replace('disabled={{ before: new Date(2024, 2, 4) }}', '') }),
      steps: ['The "1" button in the section "Departure" is disabled'],
    },
    {
      bug: 'the range has no end',
      change: ({ script }) => ({
        script: script.replace("' to ' + text(range?.to)", "' to ' + text(undefined)"),
      }),
      steps: [
        'Click "10" in the section "Holiday"',
        'Click "14" in the section "Holiday"',
        'See "From 2024-07-10 to 2024-07-14"',
      ],
    },
    {
      bug: 'the footer has the colour of the page',
      change: ({ body }) => ({
        body: body.replace('</style>', '.rdp-footer { color: transparent }</style>'),
      }),
      steps: ['Click "17" in the section "Departure"', 'See "You leave on 2024-03-17"'],
    },
  ],
};

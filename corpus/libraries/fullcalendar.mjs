// https://fullcalendar.io/docs/initialize-es6: a month and a week of days, events to drag, and days to click.
export default {
  name: 'fullcalendar',
  script: `
    import { Calendar } from '@fullcalendar/core';
    import dayGridPlugin from '@fullcalendar/daygrid';
    import interactionPlugin from '@fullcalendar/interaction';

    const $ = (id) => document.getElementById(id);
    const say = (text) => { $('out').textContent = text; };
    const calendar = new Calendar($('calendar'), {
      plugins: [dayGridPlugin, interactionPlugin],
      initialView: 'dayGridMonth',
      initialDate: '2024-03-13',
      headerToolbar: { left: 'prev,next', center: 'title', right: 'dayGridMonth,dayGridWeek' },
      buttonText: { month: 'Month', week: 'Week' },
      editable: true,
      height: 560,
      dayMaxEvents: 2,
      events: [
        { title: 'Conference', start: '2024-03-11', end: '2024-03-14' },
        { title: 'Lunch', start: '2024-03-12T12:00:00' },
        { title: 'Birthday Party', start: '2024-03-22' },
        { title: 'Meeting 1', start: '2024-03-26T09:00:00' },
        { title: 'Meeting 10', start: '2024-03-26T10:00:00' },
        { title: 'Meeting 2', start: '2024-03-26T14:00:00' },
        { title: 'Spring break', start: '2024-04-08', end: '2024-04-13' },
      ],
      dateClick: ({ dateStr }) => { calendar.addEvent({ title: 'New event', start: dateStr }); say('Added on ' + dateStr); },
      eventClick: ({ event }) => say('You clicked ' + event.title),
      eventDrop: ({ event }) => say(event.title + ' is now on ' + event.startStr),
    });
    calendar.render();
  `,
  body: '<style>body { font: 14px sans-serif; max-width: 900px }</style><p id="out">Nothing happened</p><div id="calendar"></div>',
  right: [
    { steps: ['See the heading "March 2024"', 'See "Birthday Party"', 'Do not see "Spring break"'] },
    {
      steps: [
        'Click "Next month"',
        'See "April 2024"',
        'See "Spring break"',
        'Do not see "Birthday Party"',
        'Click "Previous month"',
        'See "March 2024"',
      ],
    },
    { steps: ['Click "Birthday Party"', 'See "You clicked Birthday Party"'] },
    { steps: ['Click "Lunch"', 'See "You clicked Lunch"', 'See "12p"'] },
    {
      steps: [
        'Click the "Week" button',
        'See "Mar 10 – 16, 2024"',
        'See "Conference"',
        'Do not see "Birthday Party"',
      ],
    },
    {
      steps: [
        'Drag "Birthday Party" to "20"',
        'See "Birthday Party is now on 2024-03-20"',
        'See "Birthday Party" before "26"',
      ],
    },
    { steps: ['Click "19"', 'See "Added on 2024-03-19"', 'See "New event"'] },
    {
      steps: ['See "+1 more"', 'Click "+1 more"', 'See "March 26, 2024"', 'See "Meeting 2"'],
    },
    {
      steps: ['See "Sun" before "Mon"', 'See "Fri" before "Sat"', 'See "Lunch" in the cell "March 12, 2024"'],
    },
    { steps: ['See "Birthday Party" in the cell "22"', 'Do not see "Birthday Party" in the cell "21"'] },
  ],
  broken: [
    {
      bug: 'the party is a day early',
      change: ({ script }) => ({ script: script.replace("start: '2024-03-22'", "start: '2024-03-21'") }),
      steps: ['See "Birthday Party" in the cell "22"'],
    },
    {
      bug: 'the event goes back',
      change: ({ script }) => ({
        script: script.replace(
          "({ event }) => say(event.title + ' is now on ' + event.startStr)",
          "({ event, revert }) => { revert(); say(event.title + ' is now on ' + event.startStr); }",
        ),
      }),
      steps: ['Drag "Birthday Party" to "20"', 'See "Birthday Party" in the cell "20"'],
    },
    {
      bug: 'the week begins with Monday',
      change: ({ script }) => ({ script: script.replace('editable: true', 'firstDay: 1, editable: true') }),
      steps: ['See "Sun" before "Mon"'],
    },
    {
      bug: 'events cannot be dragged',
      change: ({ script }) => ({ script: script.replace('editable: true', 'editable: false') }),
      steps: ['Drag "Birthday Party" to "20"', 'See "Birthday Party is now on 2024-03-20"'],
    },
    {
      bug: 'a click tells of the wrong event',
      change: ({ script }) => ({ script: script.replace('+ event.title),', "+ 'Lunch break'),") }),
      steps: ['Click "Birthday Party"', 'See "You clicked Birthday Party"'],
    },
    {
      bug: 'the next month is the one after',
      change: ({ script }) => ({
        script: script.replace('editable: true', 'dateIncrement: { months: 2 }, editable: true'),
      }),
      steps: ['Click "Next month"', 'See "April 2024"'],
    },
  ],
};

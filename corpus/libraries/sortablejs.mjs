// https://sortablejs.github.io/Sortable: a simple list, two lists that share their items, and one with handles.
export default {
  name: 'sortablejs',
  script: `
    import Sortable from 'sortablejs';

    const $ = (id) => document.getElementById(id);
    const texts = (list) => [...list.children].map((item) => item.dataset.name).join(', ');
    Sortable.create($('simple'), { animation: 150, onEnd: () => { $('order').textContent = 'Order: ' + texts($('simple')); } });
    const told = () => { $('team').textContent = 'In the team: ' + (texts($('chosen')) || 'nobody'); };
    Sortable.create($('people'), { group: 'people', animation: 150, onSort: told });
    Sortable.create($('chosen'), { group: 'people', animation: 150, onSort: told });
    Sortable.create($('tracks'), { handle: '.handle', animation: 150, onEnd: () => { $('first').textContent = 'Plays first: ' + $('tracks').firstElementChild.dataset.name; } });
  `,
  body: `
    <style>body { font: 15px sans-serif } .columns { display: flex; gap: 30px } ul { list-style: none; padding: 8px; width: 220px; background: #eee; min-height: 60px }
    li { background: #fff; border: 1px solid #999; padding: 8px; margin: 4px 0 } .handle { cursor: grab }</style>
    <div class="columns">
      <section aria-label="Fruits"><h2>Fruits</h2><ul id="simple"><li data-name="Apples">Apples</li><li data-name="Pears">Pears</li><li data-name="Plums">Plums</li><li data-name="Figs">Figs</li></ul><p id="order">Order: Apples, Pears, Plums, Figs</p></section>
      <section aria-label="People"><h2>People</h2><ul id="people"><li data-name="Ada">Ada</li><li data-name="Bob">Bob</li><li data-name="Cleo">Cleo</li></ul></section>
      <section aria-label="Team"><h2>Team</h2><ul id="chosen"><li data-name="Dan">Dan</li></ul><p id="team">In the team: Dan</p></section>
      <section aria-label="Tracks"><h2>Tracks</h2><ul id="tracks"><li data-name="Intro"><span class="handle">☰</span> Intro</li><li data-name="Verse"><span class="handle">☰</span> Verse</li><li data-name="Outro"><span class="handle">☰</span> Outro</li></ul><p id="first">Plays first: Intro</p></section>
    </div>
  `,
  right: [
    {
      steps: [
        'See "Apples" before "Pears"',
        'See 4 list items in the section "Fruits"',
        'See "In the team: Dan"',
      ],
    },
    {
      steps: [
        'Drag "Apples" to "Plums"',
        'See "Order: Pears, Plums, Apples, Figs"',
        'See "Plums" above "Apples"',
      ],
    },
    { steps: ['Drag "Figs" to "Apples"', 'See "Order: Figs, Apples, Pears, Plums"'] },
    {
      steps: [
        'Drag "Ada" to "Dan"',
        'See "Ada" in the section "Team"',
        'Do not see "Ada" in the section "People"',
        'See 2 list items in the section "Team"',
      ],
    },
    {
      steps: [
        'Drag "Dan" to "Bob"',
        'See "In the team: nobody"',
        'See "Dan" in the section "People"',
        'See 4 list items in the section "People"',
      ],
    },
    {
      steps: ['Drag "Outro" to "Intro"', 'See "Plays first: Intro"', 'See "Intro" above "Outro"'],
    },
    {
      steps: [
        'Drag the third "☰" to the first "☰"',
        'See "Plays first: Outro"',
        'See "Outro" before "Intro"',
      ],
    },
    {
      steps: [
        'Drag "Apples" to "Pears"',
        'Drag "Apples" to "Plums"',
        'See "Order: Pears, Plums, Apples, Figs"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the order is not told',
      change: ({ script }) => ({
        script: script.replace("$('order').textContent = 'Order: ' + texts($('simple'));", ''),
      }),
      steps: ['Drag "Apples" to "Plums"', 'See "Order: Pears, Plums, Apples, Figs"'],
    },
    {
      bug: 'nothing can be dragged',
      change: ({ script }) => ({
        script: script.replace("$('simple'), { animation", "$('simple'), { disabled: true, animation"),
      }),
      steps: ['Drag "Apples" to "Plums"', 'See "Plums" before "Apples"'],
    },
    {
      bug: 'people are copied',
      change: ({ script }) => ({
        script: script.replace(
          "$('people'), { group: 'people'",
          "$('people'), { group: { name: 'people', pull: 'clone' }",
        ),
      }),
      steps: [
        'Drag "Ada" to "Dan"',
        'See "Ada" in the section "Team"',
        'Do not see "Ada" in the section "People"',
      ],
    },
    {
      bug: 'the team takes nobody',
      change: ({ script }) => ({
        script: script.replace(
          "$('chosen'), { group: 'people'",
          "$('chosen'), { group: { name: 'people', put: false }",
        ),
      }),
      steps: ['Drag "Ada" to "Dan"', 'See "Ada" in the section "Team"'],
    },
    {
      bug: 'the item goes back',
      change: ({ script }) => ({
        script: script.replace(
          "{ $('order').textContent",
          "{ setTimeout(() => $('simple').prepend($('simple').querySelector('[data-name=Apples]')), 300); $('order').textContent",
        ),
      }),
      steps: ['Drag "Apples" to "Plums"', 'See "Plums" above "Apples"'],
    },
  ],
};

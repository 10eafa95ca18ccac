// Svelte 5 with https://bits-ui.com: select, combobox, dialog, menu, tabs, switch, checkbox, accordion, pagination.
export default {
  name: 'bits-ui',
  language: 'svelte',
  script: `
<script>
  import {
    Accordion, AlertDialog, Checkbox, Combobox, Dialog, DropdownMenu, Label, Pagination, PinInput, RadioGroup, Select, Slider, Switch, Tabs, Toggle, Tooltip,
  } from 'bits-ui';

  const themes = ['Light Monochrome', 'Dark Green', 'Svelte Orange', 'Punk Pink', 'Ocean Blue'];
  const fruits = ['Mango', 'Watermelon', 'Apple', 'Pineapple', 'Orange'];
  let theme = $state('');
  let fruit = $state('');
  let query = $state('');
  const offered = $derived(query === '' ? fruits : fruits.filter((one) => one.toLowerCase().includes(query.toLowerCase())));
  let accepted = $state(false);
  let silent = $state(false);
  let speed = $state('Fine');
  let volume = $state(50);
  let bold = $state(false);
  let said = $state('Nothing happened yet');
  let tasks = $state([
    { id: 1, name: 'Write the report', state: 'Done' }, { id: 2, name: 'Call the bank', state: 'Not done' },
    { id: 3, name: 'Water the plants', state: 'Late' }, { id: 4, name: 'Task 1', state: 'Done' }, { id: 5, name: 'Task 10', state: 'Late' },
  ]);
  let next = $state('');
  let page = $state(1);
  let dragged = $state(null);
  let board = $state({ Backlog: ['Paint the door', 'Fix the roof'], Finished: ['Buy nails'] });
  const remove = (task) => { tasks = tasks.filter((one) => one !== task); said = 'Removed ' + task.name; };
  const add = (event) => { event.preventDefault(); tasks.push({ id: Date.now(), name: next, state: 'New' }); next = ''; };
  const drop = (column) => {
    for (const name of Object.keys(board)) board[name] = board[name].filter((one) => one !== dragged);
    board[column].push(dragged);
  };
</script>

<Tabs.Root value="form">
  <Tabs.List><Tabs.Trigger value="form">Settings</Tabs.Trigger><Tabs.Trigger value="tasks">Tasks</Tabs.Trigger><Tabs.Trigger value="board">Board</Tabs.Trigger></Tabs.List>
  <Tabs.Content value="form">
    <div class="line">
      <Label.Root for="theme">Theme</Label.Root>
      <Select.Root type="single" bind:value={theme} items={themes.map((one) => ({ value: one, label: one }))}>
        <Select.Trigger id="theme" class="box">{theme || 'Select a theme'}</Select.Trigger>
        <Select.Portal><Select.Content class="pop" sideOffset={8}><Select.Viewport>
          {#each themes as one}<Select.Item value={one} label={one} class="item">{one}</Select.Item>{/each}
        </Select.Viewport></Select.Content></Select.Portal>
      </Select.Root>
    </div>
    <div class="line">
      <Label.Root for="fruit">Fruit</Label.Root>
      <Combobox.Root type="single" bind:value={fruit} onOpenChange={(open) => { if (!open) query = ''; }}>
        <Combobox.Input id="fruit" class="box" placeholder="Search a fruit" oninput={({ currentTarget }) => { query = currentTarget.value; }} />
        <Combobox.Trigger>Open</Combobox.Trigger>
        <Combobox.Portal><Combobox.Content class="pop"><Combobox.Viewport>
          {#each offered as one (one)}<Combobox.Item value={one} label={one} class="item">{one}</Combobox.Item>{:else}<span>No results found</span>{/each}
        </Combobox.Viewport></Combobox.Content></Combobox.Portal>
      </Combobox.Root>
    </div>
    <div class="line">
      <Checkbox.Root id="terms" bind:checked={accepted} class="tick">{#snippet children({ checked })}{checked ? '✓' : ''}{/snippet}</Checkbox.Root>
      <Label.Root for="terms">Accept terms and conditions</Label.Root>
    </div>
    <div class="line">
      <Switch.Root id="dnd" bind:checked={silent} class="switch"><Switch.Thumb class="thumb" /></Switch.Root>
      <Label.Root for="dnd">Do not disturb</Label.Root>
    </div>
    <RadioGroup.Root bind:value={speed} aria-label="Quality">
      {#each ['Fine', 'Good', 'Not good'] as one}
        <div class="line"><RadioGroup.Item id={one} value={one} class="tick">{#snippet children({ checked })}{checked ? '●' : ''}{/snippet}</RadioGroup.Item><Label.Root for={one}>{one}</Label.Root></div>
      {/each}
    </RadioGroup.Root>
    <div class="line"><Toggle.Root bind:pressed={bold} class="box">Bold</Toggle.Root><span style:font-weight={bold ? 700 : 400}>{bold ? 'Bold is on' : 'Bold is off'}</span></div>
    <button disabled={!accepted} onclick={() => { said = 'Saved ' + (theme || 'no theme') + ' with ' + (fruit || 'no fruit'); }}>Save settings</button>
    <p>{said}</p>
    <Accordion.Root type="single">
      {#each [['What is it?', 'A list of answers.'], ['Is it free?', 'It costs nothing.']] as [question, answer]}
        <Accordion.Item value={question}><Accordion.Header><Accordion.Trigger>{question}</Accordion.Trigger></Accordion.Header><Accordion.Content>{answer}</Accordion.Content></Accordion.Item>
      {/each}
    </Accordion.Root>
  </Tabs.Content>
  <Tabs.Content value="tasks">
    <form onsubmit={add}><input bind:value={next} placeholder="What needs to be done?" /></form>
    <ul>
      {#each tasks as task (task.id)}
        <li class="line">
          <span>{task.name}</span> <em>{task.state}</em>
          <DropdownMenu.Root>
            <DropdownMenu.Trigger>Actions</DropdownMenu.Trigger>
            <DropdownMenu.Portal><DropdownMenu.Content class="pop">
              <DropdownMenu.Item class="item" onSelect={() => { task.state = 'Done'; }}>Mark as done</DropdownMenu.Item>
              <DropdownMenu.Item class="item" onSelect={() => { said = 'Copied ' + task.name; }}>Copy</DropdownMenu.Item>
            </DropdownMenu.Content></DropdownMenu.Portal>
          </DropdownMenu.Root>
          <AlertDialog.Root>
            <AlertDialog.Trigger>Delete</AlertDialog.Trigger>
            <AlertDialog.Portal><AlertDialog.Overlay class="veil" /><AlertDialog.Content class="dialog">
              <AlertDialog.Title>Delete {task.name}?</AlertDialog.Title><AlertDialog.Description>This cannot be undone.</AlertDialog.Description>
              <AlertDialog.Cancel>Cancel</AlertDialog.Cancel><AlertDialog.Action onclick={() => remove(task)}>Continue</AlertDialog.Action>
            </AlertDialog.Content></AlertDialog.Portal>
          </AlertDialog.Root>
        </li>
      {/each}
    </ul>
    <p>{tasks.length} tasks</p>
    <p>{said}</p>
    <Pagination.Root count={50} perPage={10} bind:page>
      {#snippet children({ pages, range })}
        <Pagination.PrevButton>Previous</Pagination.PrevButton>
        {#each pages as one (one.key)}{#if one.type === 'ellipsis'}<span>…</span>{:else}<Pagination.Page page={one}>{one.value}</Pagination.Page>{/if}{/each}
        <Pagination.NextButton>Next</Pagination.NextButton>
        <p>Showing {range.start} - {range.end}</p>
      {/snippet}
    </Pagination.Root>
    <Tooltip.Provider><Tooltip.Root delayDuration={100}><Tooltip.Trigger>Help</Tooltip.Trigger><Tooltip.Portal><Tooltip.Content class="pop">Tasks are kept for a year</Tooltip.Content></Tooltip.Portal></Tooltip.Root></Tooltip.Provider>
  </Tabs.Content>
  <Tabs.Content value="board">
    <div class="board">
      {#each Object.entries(board) as [column, cards] (column)}
        <section aria-label={column} class="column" ondragover={(event) => event.preventDefault()} ondrop={() => drop(column)}>
          <h3>{column}</h3>
          {#each cards as card (card)}<div class="card" draggable="true" ondragstart={() => { dragged = card; }}>{card}</div>{/each}
        </section>
      {/each}
    </div>
  </Tabs.Content>
</Tabs.Root>

<style>
  .line { display: flex; gap: 8px; align-items: center; margin: 6px 0; }
  .board { display: flex; gap: 16px; }
  .column { width: 220px; min-height: 200px; border: 1px solid gray; padding: 8px; }
  .card { border: 1px solid silver; padding: 8px; margin: 4px 0; }
  :global(.box) { min-width: 160px; border: 1px solid gray; padding: 4px; }
  :global(.pop) { background: white; border: 1px solid gray; padding: 4px; z-index: 10; }
  :global(.item) { padding: 4px; }
  :global(.tick) { width: 20px; height: 20px; border: 1px solid gray; background: white; padding: 0; }
  :global(.switch) { width: 40px; height: 22px; border-radius: 11px; border: 0; background: silver; padding: 2px; }
  :global(.switch[data-state='checked']) { background: green; }
  :global(.thumb) { display: block; width: 18px; height: 18px; border-radius: 9px; background: white; }
  :global(.thumb[data-state='checked']) { transform: translateX(18px); }
  :global(.veil) { position: fixed; inset: 0; background: rgb(0 0 0 / 60%); }
  :global(.dialog) { position: fixed; top: 100px; left: 200px; width: 360px; background: white; padding: 16px; }
</style>
`,
  body: '',
  right: [
    {
      steps: [
        'Select "Punk Pink" from "Theme"',
        'Check "Accept terms and conditions"',
        'Click "Save settings"',
        'See "Saved Punk Pink with no fruit"',
      ],
    },
    {
      steps: [
        'See "Select a theme"',
        'Select "Ocean Blue" from "Theme"',
        '"Ocean Blue" is selected in "Theme"',
        'Do not see "Select a theme"',
      ],
    },
    {
      steps: [
        'Select "Apple" from "Fruit"',
        'Check "Accept terms and conditions"',
        'Click "Save settings"',
        'See "Saved no theme with Apple"',
      ],
    },
    {
      steps: [
        'Type "melon" into "Fruit"',
        'See "Watermelon"',
        'Do not see "Mango"',
        'Click "Watermelon"',
        'The "Fruit" field has the value "Watermelon"',
      ],
    },
    {
      steps: [
        'The "Save settings" button is disabled',
        '"Accept terms and conditions" is not checked',
        'Check "Accept terms and conditions"',
        'The "Save settings" button is enabled',
      ],
    },
    {
      steps: [
        'The "Do not disturb" switch is off',
        'Turn on "Do not disturb"',
        'The "Do not disturb" switch is on',
        'Choose "Good"',
        'The "Good" radio button is selected',
        'The "Not good" radio button is not selected',
      ],
    },
    { steps: ['Click "Bold"', 'See "Bold is on"', 'Do not see "Bold is off"'] },
    {
      steps: [
        'Do not see "It costs nothing."',
        'Click "Is it free?"',
        'See "It costs nothing."',
        'Do not see "A list of answers."',
      ],
    },
    {
      steps: [
        'Click the "Tasks" tab',
        'Type "Feed the cat" into "What needs to be done?"',
        'Press Enter',
        'See "New" in the list item "Feed the cat"',
        'See "6 tasks"',
        'See 6 list items',
      ],
    },
    {
      steps: [
        'Click the "Tasks" tab',
        'Click "Actions" in the list item "Call the bank"',
        'Click "Mark as done"',
        'Do not see "Not done"',
        'See "Done" in the list item "Call the bank"',
      ],
    },
    {
      steps: [
        'Click the "Tasks" tab',
        'Click "Delete" in the list item "Task 1"',
        'See "Delete Task 1?"',
        'Click "Continue"',
        'See "Removed Task 1"',
        'See "Late" in the list item "Task 10"',
        'See 4 list items',
      ],
    },
    {
      steps: [
        'Click the "Tasks" tab',
        'Click "Delete" in the list item "Water the plants"',
        'Click "Cancel"',
        'The dialog is gone',
        'See "Water the plants"',
        'See "5 tasks"',
      ],
    },
    {
      steps: [
        'Click the "Tasks" tab',
        'See "Showing 1 - 10"',
        'Click "Next"',
        'See "Showing 11 - 20"',
        'Click "5"',
        'See "Showing 41 - 50"',
        'The "Next" button is disabled',
      ],
    },
    {
      steps: [
        'Click the "Board" tab',
        'Drag "Fix the roof" to "Finished"',
        'See "Fix the roof" in the section "Finished"',
        'Do not see "Fix the roof" in the section "Backlog"',
      ],
    },
    { steps: ['Click the "Tasks" tab', 'Hover over "Help"', 'See "Tasks are kept for a year"'] },
  ],
  broken: [
    {
      bug: 'the choice is not kept',
      change: ({ script }) => ({ script: script.replace("{theme || 'Select a theme'}", 'Select a theme') }),
      steps: ['Select "Punk Pink" from "Theme"', '"Punk Pink" is selected in "Theme"'],
    },
    {
      bug: 'only Pineapple is offered',
      change: ({ script }) => ({ script: script.replace("'Apple', 'Pineapple'", "'Pineapple'") }),
      steps: ['Select "Apple" from "Fruit"', 'The "Fruit" field has the value "Apple"'],
    },
    {
      bug: 'the button stays disabled',
      change: ({ script }) => ({ script: script.replace('disabled={!accepted}', 'disabled') }),
      steps: ['Check "Accept terms and conditions"', 'The "Save settings" button is enabled'],
    },
    {
      bug: 'the wrong task is deleted',
      change: ({ script }) => ({ script: script.replace('one !== task', "one.name !== 'Task 10'") }),
      steps: [
        'Click the "Tasks" tab',
        'Click "Delete" in the list item "Task 1"',
        'Click "Continue"',
        'See "Late" in the list item "Task 10"',
      ],
    },
    {
      bug: 'the wrong task is marked',
      change: ({ script }) => ({ script: script.replace("task.state = 'Done'", "tasks[2].state = 'Done'") }),
      steps: [
        'Click the "Tasks" tab',
        'Click "Actions" in the list item "Call the bank"',
        'Click "Mark as done"',
        'Do not see "Not done" in the list item "Call the bank"',
      ],
    },
    {
      bug: 'the card falls back where it was',
      change: ({ script }) => ({
        script: script.replace('board[column].push(dragged)', 'board.Backlog.push(dragged)'),
      }),
      steps: [
        'Click the "Board" tab',
        'Drag "Fix the roof" to "Finished"',
        'See "Fix the roof" in the section "Finished"',
      ],
    },
    {
      bug: 'the switch turns itself off again',
      change: ({ script }) => ({
        script: script.replace(
          'bind:checked={silent} class',
          'bind:checked={silent} onCheckedChange={() => setTimeout(() => { silent = false; }, 250)} class',
        ),
      }),
      steps: ['Turn on "Do not disturb"', 'The "Do not disturb" switch is on'],
    },
    {
      bug: 'the question lies under the veil, which lets nothing through',
      change: ({ script }) => ({ script: script.replace('rgb(0 0 0 / 60%)', 'black; z-index: 5') }),
      steps: [
        'Click the "Tasks" tab',
        'Click "Delete" in the list item "Task 1"',
        'See "This cannot be undone."',
      ],
    },
    {
      bug: 'the new task is drawn in the colour of the page',
      change: ({ script }) => ({
        script: script.replace(
          '<span>{task.name}</span>',
          "<span style:color={task.state === 'New' ? 'rgb(0 0 0 / 0)' : 'black'}>{task.name}</span>",
        ),
      }),
      steps: [
        'Click the "Tasks" tab',
        'Type "Feed the cat" into "What needs to be done?"',
        'Press Enter',
        'See "Feed the cat"',
      ],
    },
  ],
};

export default {
  name: 'dnd-kit',
  script: `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useDraggable, useDroppable, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';

function Item({ id }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  return <li ref={setNodeRef} style={{ transform: CSS.Transform.toString(transform), transition }} className="item" {...attributes} {...listeners}>{id}</li>;
}

function Sortable() {
  const [items, setItems] = useState(['Milk', 'Bread', 'Butter', 'Eggs', 'Tea']);
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
  const end = ({ active, over }) => {
    if (over && active.id !== over.id) setItems((old) => arrayMove(old, old.indexOf(active.id), old.indexOf(over.id)));
  };
  return (
    <section aria-label="Shopping">
      <h2>Shopping</h2>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}>
        <SortableContext items={items} strategy={verticalListSortingStrategy}>
          <ul>{items.map((id) => <Item key={id} id={id} />)}</ul>
        </SortableContext>
      </DndContext>
      <p>{'First: ' + items[0] + ', last: ' + items[4]}</p>
    </section>
  );
}

function Ticket({ id }) {
  const { attributes, listeners, setNodeRef, transform } = useDraggable({ id });
  return <div ref={setNodeRef} className="card" style={{ transform: CSS.Translate.toString(transform) }} {...listeners} {...attributes}>{id}</div>;
}

function Column({ id, children }) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return <section ref={setNodeRef} aria-label={id} className="column" style={{ background: isOver ? '#dfd' : '#eee' }}><h3>{id}</h3>{children}</section>;
}

function Board() {
  const [where, setWhere] = useState({ 'Fix the roof': 'To do', 'Paint the door': 'To do', 'Mow the lawn': 'Done' });
  return (
    <DndContext onDragEnd={({ active, over }) => { if (over) setWhere((old) => ({ ...old, [active.id]: over.id })); }}>
      <div style={{ display: 'flex', gap: 20 }}>
        {['To do', 'Doing', 'Done'].map((column) => (
          <Column key={column} id={column}>{Object.keys(where).filter((id) => where[id] === column).map((id) => <Ticket key={id} id={id} />)}</Column>
        ))}
      </div>
    </DndContext>
  );
}

createRoot(document.getElementById('root')).render(<div style={{ display: 'flex', gap: 40 }}><Sortable /><Board /></div>);
`,
  styles: [],
  body: `<style>
body { font: 15px sans-serif } ul { list-style: none; padding: 0; width: 200px }
.item, .card { border: 1px solid #888; background: #fff; padding: 8px; margin: 4px 0; touch-action: none }
.column { width: 180px; min-height: 260px; padding: 8px }
</style><div id="root"></div>`,
  right: [
    {
      steps: [
        'See "Milk" before "Bread"',
        'See 5 list items in the section "Shopping"',
        'See "First: Milk, last: Tea"',
      ],
    },
    {
      steps: [
        'Drag "Milk" to "Butter"',
        'See "First: Bread, last: Tea"',
        'See "Butter" before "Milk"',
        'See "Milk" before "Eggs"',
      ],
    },
    { steps: ['Drag "Tea" to "Milk"', 'See "First: Tea, last: Eggs"', '"Tea" is above "Bread"'] },
    {
      steps: [
        'See "Fix the roof" in the section "To do"',
        'Drag "Fix the roof" to "Doing"',
        'See "Fix the roof" in the section "Doing"',
        'Do not see "Fix the roof" in the section "To do"',
        'See "Fix the roof" exactly once',
      ],
    },
    {
      steps: [
        'Drag "Paint the door" to "Done"',
        'See "Paint the door" in the section "Done"',
        'See "Mow the lawn" in the section "Done"',
      ],
    },
    {
      steps: [
        'Drag "Mow the lawn" to the "To do" heading',
        'See "Mow the lawn" in the section "To do"',
        'Do not see "Mow the lawn" in the section "Done"',
      ],
    },
    {
      steps: [
        'Drag "Eggs" to "Milk"',
        'Drag "Bread" to "Eggs"',
        'See "First: Bread"',
        'See "Eggs" before "Milk"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the item goes back to its place',
      change: ({ script }) => ({ script: script.replace('active.id !== over.id', 'active.id === over.id') }),
      steps: ['Drag "Milk" to "Butter"', 'See "Butter" before "Milk"'],
    },
    {
      bug: 'the card lands in the wrong column',
      change: ({ script }) => ({
        script: script.replace('[active.id]: over.id', "[active.id]: over.id === 'Doing' ? 'Done' : over.id"),
      }),
      steps: ['Drag "Fix the roof" to "Doing"', 'See "Fix the roof" in the section "Doing"'],
    },
    {
      bug: 'the card is copied, not moved',
      change: ({ script }) => ({
        script: script.replace(
          'where[id] === column)',
          "where[id] === column || (column === 'To do' && id === 'Fix the roof'))",
        ),
      }),
      steps: ['Drag "Fix the roof" to "Doing"', 'See "Fix the roof" exactly once'],
    },
    {
      bug: 'the item lands one place too early',
      change: ({ script }) => ({
        script: script.replace('old.indexOf(over.id))', 'old.indexOf(over.id) - 1)'),
      }),
      steps: ['Drag "Milk" to "Butter"', 'See "Butter" before "Milk"'],
    },
    {
      bug: 'nothing can be dragged',
      change: ({ script }) => ({
        script: script.replace('{...listeners} {...attributes}>{id}</div>', '{...attributes}>{id}</div>'),
      }),
      steps: ['Drag "Fix the roof" to "Doing"', 'See "Fix the roof" in the section "Doing"'],
    },
  ],
};

export default {
  name: 'react-aria-components',
  script: `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  Button, Calendar, CalendarCell, CalendarGrid, Cell, Checkbox, Column, ComboBox, DateField, DateInput, DateSegment,
  Dialog, DialogTrigger, FieldError, Form, Heading, Input, Label, ListBox, ListBoxItem, Menu, MenuItem, MenuTrigger,
  Modal, NumberField, Group, Popover, Radio, RadioGroup, Row, Select, SelectValue, Slider, SliderOutput, SliderThumb,
  SliderTrack, Switch, Tab, TabList, TabPanel, TabPanels, Tabs, Table, TableBody, TableHeader, TagGroup, TagList, Tag,
  TextField, ToggleButton,
} from 'react-aria-components';

const animals = ['Aardvark', 'Cat', 'Dog', 'Kangaroo', 'Panda', 'Snake'];
const files = [
  { id: 1, name: 'Games', type: 'File folder', date: '6/7/2020' },
  { id: 2, name: 'Program Files', type: 'File folder', date: '4/7/2021' },
  { id: 3, name: 'bootmgr', type: 'System file', date: '11/20/2010' },
  { id: 4, name: 'log.txt', type: 'Text Document', date: '1/18/2016' },
];

function Inputs() {
  const [said, setSaid] = useState('Nothing sent');
  const [tags, setTags] = useState(['News', 'Travel', 'Gaming']);
  const [animal, setAnimal] = useState(null);
  return (
    <div className="grid">
      <Form onSubmit={(event) => { event.preventDefault(); setSaid('Sent: ' + new FormData(event.currentTarget).get('email')); }}>
        <TextField name="email" type="email" isRequired><Label>Email</Label><Input /><FieldError /></TextField>
        <Button type="submit">Send</Button>
      </Form>
      <p>{said}</p>
      <Select placeholder="Select an animal" selectedKey={animal} onSelectionChange={setAnimal}>
        <Label>Favorite Animal</Label>
        <Button className="box"><SelectValue /><span aria-hidden="true"> ▼</span></Button>
        <Popover className="pop"><ListBox>{animals.map((one) => <ListBoxItem key={one} id={one} className="item">{one}</ListBoxItem>)}</ListBox></Popover>
      </Select>
      <p>{'Animal: ' + (animal ?? 'none')}</p>
      <ComboBox>
        <Label>Pet</Label>
        <div><Input /><Button>▼</Button></div>
        <Popover className="pop"><ListBox>{animals.map((one) => <ListBoxItem key={one} id={one} className="item">{one}</ListBoxItem>)}</ListBox></Popover>
      </ComboBox>
      <NumberField defaultValue={4} minValue={0} maxValue={5}>
        <Label>Cookies</Label>
        <Group><Button slot="decrement">-</Button><Input /><Button slot="increment">+</Button></Group>
      </NumberField>
      <RadioGroup defaultValue="dogs"><Label>Favorite pet</Label><Radio value="dogs" className="radio">Dogs</Radio><Radio value="cats" className="radio">Cats</Radio></RadioGroup>
      <Checkbox className="check"><div className="square"><span>✓</span></div>Unsubscribe</Checkbox>
      <Switch className="switch"><div className="track" />Low power mode</Switch>
      <ToggleButton className="toggle">Pin</ToggleButton>
      <TagGroup onRemove={(keys) => setTags(tags.filter((one) => !keys.has(one)))}>
        <Label>Categories</Label>
        <TagList className="tags">{tags.map((one) => <Tag key={one} id={one} textValue={one} className="tag">{one}<Button slot="remove" aria-label={'Remove ' + one}>x</Button></Tag>)}</TagList>
      </TagGroup>
    </div>
  );
}

function Files() {
  const [sort, setSort] = useState({ column: 'name', direction: 'ascending' });
  const [chosen, setChosen] = useState(new Set());
  const rows = [...files].sort((a, b) => a[sort.column].localeCompare(b[sort.column]) * (sort.direction === 'descending' ? -1 : 1));
  return (
    <>
      <p>{chosen.size + ' chosen'}</p>
      <Table aria-label="Files" selectionMode="multiple" selectedKeys={chosen} onSelectionChange={setChosen} sortDescriptor={sort} onSortChange={setSort}>
        <TableHeader>
          <Column><Checkbox slot="selection" className="check"><div className="square"><span>✓</span></div></Checkbox></Column>
          <Column id="name" isRowHeader allowsSorting>Name</Column><Column id="type" allowsSorting>Type</Column><Column id="date">Date Modified</Column>
        </TableHeader>
        <TableBody>
          {rows.map((one) => (
            <Row key={one.id} id={one.id}>
              <Cell><Checkbox slot="selection" className="check"><div className="square"><span>✓</span></div></Checkbox></Cell>
              <Cell>{one.name}</Cell><Cell>{one.type}</Cell><Cell>{one.date}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </>
  );
}

function More() {
  const [said, setSaid] = useState('');
  const [day, setDay] = useState(null);
  return (
    <div className="grid">
      <MenuTrigger>
        <Button>Edit document</Button>
        <Popover className="pop"><Menu onAction={(key) => setSaid('Did ' + key)}>
          <MenuItem id="cut" className="item">Cut</MenuItem><MenuItem id="copy" className="item">Copy</MenuItem><MenuItem id="paste" className="item" isDisabled>Paste</MenuItem>
        </Menu></Popover>
      </MenuTrigger>
      <DialogTrigger>
        <Button>Sign up</Button>
        <Modal className="modal" isDismissable>
          <Dialog>{({ close }) => (
            <><Heading slot="title">Sign up for news</Heading><TextField autoFocus><Label>First name</Label><Input /></TextField><Button onPress={() => { setSaid('Signed up'); close(); }}>Submit</Button></>
          )}</Dialog>
        </Modal>
      </DialogTrigger>
      <p>{said}</p>
      <Slider defaultValue={30}><Label>Opacity</Label><SliderOutput /><SliderTrack className="slider"><SliderThumb className="thumb" /></SliderTrack></Slider>
      <DateField><Label>Birth date</Label><DateInput className="date">{(segment) => <DateSegment segment={segment} />}</DateInput></DateField>
      <Calendar aria-label="Appointment" onChange={(value) => setDay(value.toString())} defaultFocusedValue={start}>
        <header><Button slot="previous">◀</Button><Heading /><Button slot="next">▶</Button></header>
        <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
      </Calendar>
      <p>{'Day: ' + (day ?? 'none')}</p>
    </div>
  );
}

import { CalendarDate } from '@internationalized/date';
const start = new CalendarDate(2024, 3, 5);

createRoot(document.getElementById('root')).render(
  <Tabs>
    <TabList aria-label="Parts"><Tab id="inputs" className="tab">Inputs</Tab><Tab id="files" className="tab">Files</Tab><Tab id="more" className="tab">More</Tab></TabList>
    <TabPanels><TabPanel id="inputs"><Inputs /></TabPanel><TabPanel id="files"><Files /></TabPanel><TabPanel id="more"><More /></TabPanel></TabPanels>
  </Tabs>,
);
`,
  styles: [],
  body: `<style>
body { font: 15px sans-serif; margin: 12px }
.react-aria-Label { display: block } .react-aria-SliderOutput { margin-left: 12px } .radio { margin-right: 16px }
.grid { display: grid; gap: 6px; justify-items: start }
[role=tablist] { display: flex; gap: 16px; border-bottom: 1px solid }
.tab { padding: 6px; cursor: default } .tab[data-selected] { border-bottom: 3px solid #26f }
.pop { background: #fff; border: 1px solid #888; width: 220px } .item { padding: 4px } .item[data-disabled] { color: #aaa }
.item[data-focused] { background: #def }
.square { display: inline-block; width: 16px; height: 16px; border: 1px solid; margin-right: 6px } .square span { visibility: hidden }
.check[data-selected] .square span { visibility: visible }
.radio::before { content: ''; display: inline-block; width: 12px; height: 12px; border: 1px solid; border-radius: 8px; margin-right: 6px }
.radio[data-selected]::before { background: #26f }
.switch { display: flex; gap: 6px } .track { width: 36px; height: 20px; border-radius: 10px; background: #bbb } .switch[data-selected] .track { background: #26f }
.toggle[data-selected] { background: #333; color: #fff }
.tags { display: flex; gap: 6px } .tag { border: 1px solid; padding: 2px 6px; border-radius: 10px }
.modal { position: fixed; top: 120px; left: 400px; background: #fff; border: 2px solid; padding: 20px }
.slider { width: 240px; height: 30px; background: linear-gradient(#888, #888) center / 100% 4px no-repeat } .thumb { width: 20px; height: 20px; border-radius: 10px; background: #26f; top: 50% }
.date { display: flex; border: 1px solid; padding: 4px; width: fit-content }
td, th { padding: 2px 12px; text-align: left }
td [data-outside-month] { display: none }
</style><div id="root"></div>`,
  right: [
    { steps: ['Type "ada@example.com" into "Email"', 'Click "Send"', 'See "Sent: ada@example.com"'] },
    {
      steps: [
        'See "Select an animal"',
        'Select "Panda" from "Favorite Animal"',
        'See "Animal: Panda"',
        '"Panda" is selected in "Favorite Animal"',
      ],
    },
    {
      steps: [
        'Type "Kan" into "Pet"',
        'Click the option "Kangaroo"',
        'The "Pet" field has the value "Kangaroo"',
      ],
    },
    { steps: ['Select "Snake" from "Pet"', '"Pet" is "Snake"'] },
    { steps: ['"Cookies" is "4"', 'Click "+"', '"Cookies" is "5"', 'The "+" button is disabled'] },
    {
      steps: [
        'The "Dogs" radio button is selected',
        'Choose "Cats"',
        'The "Cats" radio button is selected',
        'The "Dogs" radio button is not selected',
      ],
    },
    {
      steps: [
        'Check "Unsubscribe"',
        '"Unsubscribe" is checked',
        'Turn on "Low power mode"',
        'The "Low power mode" switch is on',
      ],
    },
    { steps: ['See "Travel"', 'Click "Remove Travel"', 'Do not see "Travel"', 'See "News" before "Gaming"'] },
    {
      steps: [
        'Click the "Files" tab',
        'See 4 rows',
        'See "System file" in the row "bootmgr"',
        'See "1/18/2016" in the row "log.txt"',
      ],
    },
    {
      steps: [
        'Click the "Files" tab',
        'Click "Type"',
        'Click "Type"',
        'See "log.txt" in the first row',
        'See "log.txt" before "Games"',
      ],
    },
    {
      steps: [
        'Click the "Files" tab',
        'Check the checkbox in the row "Games"',
        'See "1 chosen"',
        'The checkbox in the row "Games" is checked',
      ],
    },
    {
      steps: [
        'Click the "More" tab',
        'Click "Edit document"',
        'The "Paste" menu item is disabled',
        'Click "Copy"',
        'See "Did copy"',
      ],
    },
    {
      steps: [
        'Click the "More" tab',
        'Click "Sign up"',
        'Type "Ada" into "First name"',
        'Click the "Submit" button in the dialog "Sign up for news"',
        'See "Signed up"',
        'Do not see "First name"',
      ],
    },
    {
      steps: [
        'Click the "More" tab',
        'See "March 2024"',
        'Click "▶"',
        'See "April 2024"',
        'Click "17"',
        'See "Day: 2024-04-17"',
      ],
    },
    { steps: ['Click the "More" tab', 'Set "Opacity" to "45"', 'See "45"'] },
    { steps: ['Click the "More" tab', '"Opacity" shows "30"'] },
  ],
  broken: [
    {
      bug: 'the form sends nothing',
      change: ({ script }) => ({ script: script.replace("get('email')", "get('mail')") }),
      steps: ['Type "ada@example.com" into "Email"', 'Click "Send"', 'See "Sent: ada@example.com"'],
    },
    {
      bug: 'the select keeps its placeholder',
      change: ({ script }) => ({
        script: script.replace('onSelectionChange={setAnimal}', 'onSelectionChange={() => undefined}'),
      }),
      steps: ['Select "Panda" from "Favorite Animal"', '"Panda" is selected in "Favorite Animal"'],
    },
    {
      bug: 'another tag goes',
      change: ({ script }) => ({ script: script.replace('!keys.has(one)', "one !== 'News'") }),
      steps: ['Click "Remove Travel"', 'Do not see "Travel"'],
    },
    {
      bug: 'sorted by the name, backwards, whatever is asked for',
      change: ({ script }) => ({
        script: script.replace(
          'a[sort.column].localeCompare(b[sort.column])',
          'b.name.localeCompare(a.name)',
        ),
      }),
      steps: ['Click the "Files" tab', 'Click "Type"', 'See "Games" in the first row'],
    },
    {
      bug: 'the day before is taken',
      change: ({ script }) => ({
        script: script.replace('value.toString()', 'value.subtract({ days: 1 }).toString()'),
      }),
      steps: ['Click the "More" tab', 'Click "17"', 'See "Day: 2024-03-17"'],
    },
    {
      bug: 'the dialog stays open',
      change: ({ script }) => ({
        script: script.replace("setSaid('Signed up'); close();", "setSaid('Signed up');"),
      }),
      steps: [
        'Click the "More" tab',
        'Click "Sign up"',
        'Click the "Submit" button in the dialog "Sign up for news"',
        'The dialog is gone',
      ],
    },
  ],
};

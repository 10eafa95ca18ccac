export default {
  name: 'antd',
  script: `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  App, Badge, Button, Checkbox, DatePicker, Drawer, Dropdown, Form, Input, InputNumber, Modal, Popconfirm, Radio,
  Select, Space, Switch, Table, Tabs, Tag,
} from 'antd';

const people = [
  { key: 1, name: 'John Brown', age: 32, address: 'New York No. 1 Lake Park', tags: ['nice', 'developer'] },
  { key: 2, name: 'Jim Green', age: 42, address: 'London No. 1 Lake Park', tags: ['loser'] },
  { key: 3, name: 'Joe Black', age: 27, address: 'Sydney No. 1 Lake Park', tags: ['cool', 'teacher'] },
];

function Profile() {
  const { message, notification } = App.useApp();
  const [form] = Form.useForm();
  const [shown, setShown] = useState('Nothing stored');
  const [open, setOpen] = useState(false);
  const finish = (values) => {
    setShown('Stored: ' + values.username + ', ' + (values.gender ?? 'no gender') + ', ' + (values.amount ?? 0));
    message.success('Profile stored');
  };
  return (
    <>
      <Form form={form} labelCol={{ span: 4 }} wrapperCol={{ span: 10 }} onFinish={finish} initialValues={{ amount: 3, plan: 'a' }}>
        <Form.Item label="Username" name="username" rules={[{ required: true, message: 'Please input your username!' }]}>
          <Input />
        </Form.Item>
        <Form.Item label="Gender" name="gender">
          <Select placeholder="Select a gender" options={[{ value: 'm', label: 'Male' }, { value: 'f', label: 'Female' }, { value: 'o', label: 'Other' }]} />
        </Form.Item>
        <Form.Item label="Birthday" name="birthday"><DatePicker /></Form.Item>
        <Form.Item label="Amount" name="amount"><InputNumber min={1} max={10} /></Form.Item>
        <Form.Item label="Plan" name="plan">
          <Radio.Group><Radio.Button value="a">Free</Radio.Button><Radio.Button value="b">Team</Radio.Button></Radio.Group>
        </Form.Item>
        <Form.Item label="Notifications" name="notify" valuePropName="checked"><Switch /></Form.Item>
        <Form.Item name="remember" valuePropName="checked" wrapperCol={{ offset: 4 }}><Checkbox>Remember me</Checkbox></Form.Item>
        <Form.Item wrapperCol={{ offset: 4 }}>
          <Space>
            <Button type="primary" htmlType="submit">Submit</Button>
            <Button onClick={() => form.resetFields()}>Reset</Button>
            <Button onClick={() => setOpen(true)}>Open drawer</Button>
            <Button onClick={() => notification.info({ title: 'Meeting at noon', description: 'Bring your own cup.', duration: 0 })}>Notify</Button>
          </Space>
        </Form.Item>
      </Form>
      <p>{shown}</p>
      <Drawer title="Basic drawer" open={open} onClose={() => setOpen(false)}><p>Some contents of the drawer</p></Drawer>
    </>
  );
}

function People() {
  const { message } = App.useApp();
  const [rows, setRows] = useState(people);
  const [chosen, setChosen] = useState([]);
  const columns = [
    { title: 'Name', dataIndex: 'name' },
    { title: 'Age', dataIndex: 'age', sorter: (a, b) => a.age - b.age },
    { title: 'Address', dataIndex: 'address' },
    { title: 'Tags', dataIndex: 'tags', render: (tags) => tags.map((tag) => <Tag key={tag}>{tag.toUpperCase()}</Tag>) },
    { title: 'Action', render: (_, row) => (
      <Popconfirm title={'Sure to delete ' + row.name + '?'} onConfirm={() => { setRows(rows.filter((one) => one.key !== row.key)); message.info(row.name + ' is gone'); }}>
        <a>Delete</a>
      </Popconfirm>
    ) },
  ];
  return (
    <>
      <p>{chosen.length + ' selected'}</p>
      <Table columns={columns} dataSource={rows} pagination={false} rowSelection={{ selectedRowKeys: chosen, onChange: setChosen }} />
    </>
  );
}

function Tools() {
  const [said, setSaid] = useState('');
  const [open, setOpen] = useState(false);
  const items = [{ key: 'copy', label: 'Copy link' }, { key: 'move', label: 'Move to folder' }, { key: 'bin', label: 'Throw away', danger: true }];
  return (
    <Space orientation="vertical">
      <Dropdown menu={{ items, onClick: ({ key }) => setSaid('Chosen: ' + key) }}><Button>More actions</Button></Dropdown>
      <Badge count={5}><Button>Inbox</Button></Badge>
      <Button onClick={() => setOpen(true)}>Open modal</Button>
      <p>{said}</p>
      <Modal title="Rename the file" open={open} okText="Rename" onOk={() => { setOpen(false); setSaid('Renamed'); }} onCancel={() => setOpen(false)}>
        <p>The file gets a new name.</p>
      </Modal>
    </Space>
  );
}

createRoot(document.getElementById('root')).render(
  <App style={{ padding: 24 }}>
    <Tabs items={[
      { key: '1', label: 'Profile', children: <Profile /> },
      { key: '2', label: 'People', children: <People /> },
      { key: '3', label: 'Tools', children: <Tools /> },
    ]} />
  </App>,
);
`,
  styles: ['antd/dist/reset.css'],
  body: '<div id="root"></div>',
  right: [
    {
      steps: [
        'Type "ada" into "Username"',
        'Select "Female" from "Gender"',
        'Click "Submit"',
        'See "Profile stored"',
        'See "Stored: ada, f, 3"',
      ],
    },
    {
      steps: [
        'Click "Submit"',
        'See "Please input your username!"',
        'Type "ada" into "Username"',
        'Do not see "Please input your username!"',
      ],
    },
    {
      steps: [
        'See "Select a gender"',
        'Select "Other" from "Gender"',
        '"Other" is selected in "Gender"',
        'Do not see "Select a gender"',
      ],
    },
    {
      steps: [
        'Turn on "Notifications"',
        'The "Notifications" switch is on',
        'Check "Remember me"',
        '"Remember me" is checked',
      ],
    },
    {
      steps: [
        '"Amount" is "3"',
        'Type "7" into "Amount"',
        'Type "bob" into "Username"',
        'Click "Submit"',
        'See "Stored: bob, no gender, 7"',
      ],
    },
    {
      steps: ['The "Free" radio button is selected', 'Choose "Team"', 'The "Team" radio button is selected'],
    },
    {
      steps: [
        'Type "2024-03-17" into "Birthday"',
        'Press Enter',
        'The "Birthday" field has the value "2024-03-17"',
      ],
    },
    {
      steps: [
        'Do not see "Some contents of the drawer"',
        'Click "Open drawer"',
        'See "Some contents of the drawer"',
        'Click "Close"',
        'Do not see "Some contents of the drawer"',
      ],
    },
    { steps: ['Click "Notify"', 'See "Meeting at noon"', 'See "Bring your own cup."'] },
    {
      steps: [
        'Click the "People" tab',
        'See 3 rows',
        'See "DEVELOPER" in the row "John Brown"',
        'See "42" in the row "Jim Green"',
        '"Age" in the row "Joe Black" is "27"',
      ],
    },
    {
      steps: [
        'Click the "People" tab',
        'Click "Age"',
        'See "Joe Black" before "John Brown"',
        'See "John Brown" before "Jim Green"',
        'See "Joe Black" in the first row',
      ],
    },
    {
      steps: [
        'Click the "People" tab',
        'Check the checkbox in the row "Jim Green"',
        'See "1 selected"',
        'The checkbox in the row "Jim Green" is checked',
        'The checkbox in the row "Joe Black" is not checked',
      ],
    },
    {
      steps: [
        'Click the "People" tab',
        'Click "Delete" in the row "Jim Green"',
        'See "Sure to delete Jim Green?"',
        'Click "OK"',
        'See "Jim Green is gone"',
        'See 2 rows',
      ],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Hover over "More actions"',
        'Click "Move to folder"',
        'See "Chosen: move"',
      ],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Click "Open modal"',
        'See the dialog "Rename the file"',
        'Click the "Rename" button',
        'The dialog is gone',
        'See "Renamed"',
      ],
    },
    { steps: ['Click the "Tools" tab', 'See "5"', 'See the "Inbox" button'] },
  ],
  broken: [
    {
      bug: 'the message never comes',
      change: ({ script }) => ({ script: script.replace("message.success('Profile stored');", '') }),
      steps: ['Type "ada" into "Username"', 'Click "Submit"', 'See "Profile stored"'],
    },
    {
      bug: 'the list holds a wrong entry',
      change: ({ script }) => ({ script: script.replace("label: 'Female'", "label: 'Male'") }),
      steps: ['Select "Female" from "Gender"', 'Click "Submit"'],
    },
    {
      bug: 'the wrong row goes',
      change: ({ script }) => ({ script: script.replace('one.key !== row.key', 'one.key !== 1') }),
      steps: [
        'Click the "People" tab',
        'Click "Delete" in the row "Jim Green"',
        'Click "OK"',
        'Wait 4 seconds',
        'Do not see "Jim Green"',
      ],
    },
    {
      bug: 'sorted as texts, the other way round',
      change: ({ script }) => ({ script: script.replace('a.age - b.age', 'b.age - a.age') }),
      steps: ['Click the "People" tab', 'Click "Age"', 'See "Joe Black" before "John Brown"'],
    },
    {
      bug: 'the switch turns itself off again',
      change: ({ script }) => ({
        script: script.replace(
          '<Switch />',
          '<Switch onChange={() => setTimeout(() => form.setFieldValue("notify", false), 250)} />',
        ),
      }),
      steps: ['Turn on "Notifications"', 'The "Notifications" switch is on'],
    },
    {
      bug: 'the drawer comes without its contents',
      change: ({ script }) => ({
        script: script.replace(
          '<p>Some contents of the drawer</p>',
          '<p style={{ color: "transparent" }}>Some contents of the drawer</p>',
        ),
      }),
      steps: ['Click "Open drawer"', 'See "Some contents of the drawer"'],
    },
    {
      bug: 'no row is counted as selected',
      change: ({ script }) => ({
        script: script.replace('onChange: setChosen', 'onChange: () => undefined'),
      }),
      steps: ['Click the "People" tab', 'Check the checkbox in the row "Jim Green"', 'See "1 selected"'],
    },
  ],
};

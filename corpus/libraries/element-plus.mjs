// https://element-plus.org: form, table, messages, dialogs, pickers, upload, menus.
export default {
  name: 'element-plus',
  script: `
import { createApp, computed, reactive, ref } from 'vue';
import ElementPlus, { ElMessage, ElMessageBox, ElNotification } from 'element-plus';

const App = {
  setup() {
    const form = reactive({ name: '', region: '', date: '', delivery: false, type: [], resource: '', desc: '', count: 1, rate: 0, fruit: '' });
    const rules = { name: [{ required: true, message: 'Please input Activity name', trigger: 'blur' }] };
    const formRef = ref();
    const shown = ref('Nothing sent');
    const submit = () => formRef.value.validate((valid) => {
      if (!valid) return;
      shown.value = 'Sent: ' + form.name + ', ' + (form.region || 'no zone') + ', ' + form.count;
      ElMessage({ message: 'Activity created', type: 'success' });
    });
    const tab = ref('form');
    const rows = ref([
      { date: '2016-05-03', name: 'Tom', address: 'No. 189, Grove St', state: 'Paid', amount: 90 },
      { date: '2016-05-02', name: 'Jack', address: 'No. 12, Main St', state: 'Not paid', amount: 100 },
      { date: '2016-05-04', name: 'Anna', address: 'No. 7, Hill Rd', state: 'Overdue', amount: 8 },
    ]);
    const chosen = ref([]);
    const remove = (row) => ElMessageBox.confirm('This will delete ' + row.name + '. Continue?', 'Warning', { confirmButtonText: 'Yes, delete', cancelButtonText: 'Keep' })
      .then(() => { rows.value = rows.value.filter((one) => one !== row); ElMessage.success('Delete completed'); })
      .catch(() => ElMessage.info('Delete canceled'));
    const dialog = ref(false);
    const drawer = ref(false);
    const said = ref('');
    const notify = () => ElNotification({ title: 'Backup', message: 'The backup is ready', duration: 0 });
    const page = ref(1);
    const pageItems = computed(() => Array.from({ length: 5 }, (_, at) => 'Item ' + ((page.value - 1) * 5 + at + 1)));
    const files = ref([]);
    const tree = [{ label: 'Level one 1', children: [{ label: 'Level two 1-1' }] }, { label: 'Level one 2', children: [{ label: 'Level two 2-1' }] }];
    return { form, rules, formRef, shown, submit, tab, rows, chosen, remove, dialog, drawer, said, notify, page, pageItems, files, tree };
  },
  template: \`
<el-tabs v-model="tab">
  <el-tab-pane label="Activity" name="form">
    <el-form ref="formRef" :model="form" :rules="rules" label-width="140px" style="max-width: 640px">
      <el-form-item label="Activity name" prop="name"><el-input v-model="form.name" /></el-form-item>
      <el-form-item label="Activity zone">
        <el-select v-model="form.region" placeholder="please select your zone">
          <el-option label="Zone one" value="one" /><el-option label="Zone two" value="two" /><el-option label="Zone three" value="three" disabled />
        </el-select>
      </el-form-item>
      <el-form-item label="Activity date"><el-date-picker v-model="form.date" type="date" value-format="YYYY-MM-DD" placeholder="Pick a date" /></el-form-item>
      <el-form-item label="Instant delivery"><el-switch v-model="form.delivery" /></el-form-item>
      <el-form-item label="Activity type">
        <el-checkbox-group v-model="form.type"><el-checkbox value="online" label="Online activities" /><el-checkbox value="promo" label="Promotion activities" /></el-checkbox-group>
      </el-form-item>
      <el-form-item label="Resources">
        <el-radio-group v-model="form.resource"><el-radio value="sponsor">Sponsorship</el-radio><el-radio value="venue">Venue</el-radio></el-radio-group>
      </el-form-item>
      <el-form-item label="Count"><el-input-number v-model="form.count" :min="1" :max="10" /></el-form-item>
      <el-form-item label="Fruit">
        <el-select v-model="form.fruit" filterable placeholder="Pick a fruit"><el-option v-for="one in ['Apple', 'Pineapple', 'Pear', 'Cherry']" :key="one" :label="one" :value="one" /></el-select>
      </el-form-item>
      <el-form-item label="Activity form"><el-input v-model="form.desc" type="textarea" /></el-form-item>
      <el-form-item><el-button type="primary" @click="submit">Create</el-button><el-button @click="formRef.resetFields()">Cancel</el-button></el-form-item>
    </el-form>
    <p>{{ shown }}</p>
  </el-tab-pane>
  <el-tab-pane label="Orders" name="table">
    <p>{{ chosen.length }} chosen</p>
    <el-table :data="rows" @selection-change="chosen = $event">
      <el-table-column type="selection" width="55" />
      <el-table-column prop="date" label="Date" sortable width="180" />
      <el-table-column prop="name" label="Name" width="180" />
      <el-table-column prop="amount" label="Amount" sortable width="120" />
      <el-table-column prop="state" label="State"><template #default="{ row }"><el-tag>{{ row.state }}</el-tag></template></el-table-column>
      <el-table-column prop="address" label="Address" />
      <el-table-column label="Operations"><template #default="{ row }"><el-button link @click="remove(row)">Delete</el-button></template></el-table-column>
    </el-table>
    <ul><li v-for="one in pageItems" :key="one">{{ one }}</li></ul>
    <el-pagination v-model:current-page="page" layout="prev, pager, next" :total="50" :page-size="5" />
  </el-tab-pane>
  <el-tab-pane label="Tools" name="tools">
    <el-dropdown trigger="click" @command="said = 'Chosen: ' + $event">
      <el-button>Dropdown List</el-button>
      <template #dropdown><el-dropdown-menu><el-dropdown-item command="copy">Copy it</el-dropdown-item><el-dropdown-item command="move" divided>Move it</el-dropdown-item><el-dropdown-item disabled>Locked</el-dropdown-item></el-dropdown-menu></template>
    </el-dropdown>
    <el-button @click="dialog = true">Open Dialog</el-button>
    <el-button @click="drawer = true">Open Drawer</el-button>
    <el-button @click="notify">Notify me</el-button>
    <el-tooltip content="Costs nothing" placement="top"><el-button>Hover me</el-button></el-tooltip>
    <p>{{ said }}</p>
    <el-upload :auto-upload="false" v-model:file-list="files"><el-button type="primary">Select file</el-button></el-upload>
    <el-tree :data="tree" @node-click="said = 'Node: ' + $event.label" />
    <el-collapse><el-collapse-item title="Consistency" name="1">Consistent with real life</el-collapse-item><el-collapse-item title="Feedback" name="2">Operation feedback</el-collapse-item></el-collapse>
    <el-dialog v-model="dialog" title="Tips"><span>This is a message</span><template #footer><el-button @click="dialog = false">Cancel</el-button><el-button type="primary" @click="dialog = false; said = 'Confirmed'">Confirm</el-button></template></el-dialog>
    <el-drawer v-model="drawer" title="I am the title"><span>Hi, there!</span></el-drawer>
  </el-tab-pane>
</el-tabs>\`,
};
createApp(App).use(ElementPlus).mount('#app');
`,
  styles: ['element-plus/dist/index.css'],
  body: '<div id="app"></div>',
  right: [
    {
      steps: [
        'Type "Party" into "Activity name"',
        'Select "Zone two" from "Activity zone"',
        'Click "Create"',
        'See "Activity created"',
        'See "Sent: Party, two, 1"',
      ],
    },
    {
      steps: [
        'Click "Create"',
        'See "Please input Activity name"',
        'Type "Party" into "Activity name"',
        'Press Tab',
        'Do not see "Please input Activity name"',
      ],
    },
    {
      steps: [
        'The "Instant delivery" switch is off',
        'Turn on "Instant delivery"',
        'The "Instant delivery" switch is on',
        'Turn off "Instant delivery"',
        'The "Instant delivery" switch is off',
      ],
    },
    {
      steps: [
        'Check "Promotion activities"',
        '"Promotion activities" is checked',
        '"Online activities" is not checked',
        'Choose "Venue"',
        'The "Venue" radio button is selected',
      ],
    },
    {
      steps: ['Select "Apple" from "Fruit"', '"Apple" is selected in "Fruit"', 'See "Apple" in "Fruit"'],
    },
    {
      steps: [
        'Type "2024-03-17" into "Activity date"',
        'Press Enter',
        'The "Activity date" field has the value "2024-03-17"',
      ],
    },
    {
      steps: [
        '"Count" is "1"',
        'Click "increase number"',
        '"Count" is "2"',
        'Set "Count" to "7"',
        '"Count" is "7"',
      ],
    },
    {
      steps: [
        'Click the "Orders" tab',
        'See 3 rows',
        '"State" in the row "Tom" is "Paid"',
        '"State" in the row "Jack" is "Not paid"',
        'See "No. 7, Hill Rd" in the row "Anna"',
      ],
    },
    {
      steps: [
        'Click the "Orders" tab',
        'Click "Amount"',
        'See "Anna" in the first row',
        'See "Tom" before "Jack"',
      ],
    },
    {
      steps: [
        'Click the "Orders" tab',
        'Check the checkbox in the row "Jack"',
        'See "1 chosen"',
        'The checkbox in the row "Jack" is checked',
      ],
    },
    {
      steps: [
        'Click the "Orders" tab',
        'Click "Delete" in the row "Jack"',
        'See "This will delete Jack. Continue?"',
        'Click "Yes, delete"',
        'See "Delete completed"',
        'See 2 rows',
      ],
    },
    {
      steps: [
        'Click the "Orders" tab',
        'Click "Delete" in the row "Anna"',
        'Click "Keep"',
        'See "Delete canceled"',
        'See "Overdue" in the row "Anna"',
      ],
    },
    {
      steps: [
        'Click the "Orders" tab',
        'See "Item 5"',
        'Do not see "Item 6"',
        'Click "3"',
        'See "Item 11"',
        'Do not see "Item 5"',
      ],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Click "Dropdown List"',
        'Click "Move it"',
        'See "Chosen: move"',
        'Do not see "Copy it"',
      ],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Click "Open Dialog"',
        'See "This is a message" in the dialog "Tips"',
        'Click "Confirm"',
        'The dialog is gone',
        'See "Confirmed"',
      ],
    },
    {
      steps: ['Click the "Tools" tab', 'Hover over "Hover me"', 'See "Costs nothing"'],
    },
    {
      steps: ['Click the "Tools" tab', 'Upload "report.pdf" to "Select file"', 'See "report.pdf"'],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Do not see "Level two 2-1"',
        'Click "Level one 2"',
        'See "Level two 2-1"',
        'Do not see "Level two 1-1"',
        'See "Node: Level one 2"',
      ],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Do not see "Operation feedback"',
        'Click "Feedback"',
        'See "Operation feedback"',
        'Do not see "Consistent with real life"',
      ],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Click "Notify me"',
        'See "The backup is ready"',
        'Click "Open Drawer"',
        'See "Hi, there!"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the message never comes',
      change: ({ script }) => ({
        script: script.replace("ElMessage({ message: 'Activity created', type: 'success' });", ''),
      }),
      steps: ['Type "Party" into "Activity name"', 'Click "Create"', 'See "Activity created"'],
    },
    {
      bug: 'the zones are swapped',
      change: ({ script }) => ({
        script: script
          .replace('label="Zone two" value="two"', 'label="Zone two" value="one"')
          .replace('label="Zone one" value="one"', 'label="Zone one" value="two"'),
      }),
      steps: [
        'Type "Party" into "Activity name"',
        'Select "Zone two" from "Activity zone"',
        'Click "Create"',
        'See "Sent: Party, two, 1"',
      ],
    },
    {
      bug: 'the switch goes back',
      change: ({ script }) => ({
        script: script.replace(
          '<el-switch v-model="form.delivery" />',
          '<el-switch :model-value="form.delivery" />',
        ),
      }),
      steps: ['Turn on "Instant delivery"', 'The "Instant delivery" switch is on'],
    },
    {
      bug: 'the wrong order is deleted',
      change: ({ script }) => ({
        script: script.replace('rows.value.filter((one) => one !== row)', 'rows.value.slice(1)'),
      }),
      steps: [
        'Click the "Orders" tab',
        'Click "Delete" in the row "Jack"',
        'Click "Yes, delete"',
        'There is no row "Jack"',
      ],
    },
    {
      bug: 'not paid',
      change: ({ script }) => ({ script: script.replace("state: 'Paid'", "state: 'Not paid'") }),
      steps: ['Click the "Orders" tab', '"State" in the row "Tom" is "Paid"'],
    },
    {
      bug: 'only Pineapple is offered',
      change: ({ script }) => ({ script: script.replace("['Apple', 'Pineapple',", "['Pineapple',") }),
      steps: ['Select "Apple" from "Fruit"', '"Apple" is selected in "Fruit"'],
    },
    {
      bug: 'the text of the dialog is clipped away',
      change: ({ script }) => ({
        script: script.replace(
          '<span>This is a message</span>',
          '<span style="display: block; height: 0; overflow: hidden">This is a message</span>',
        ),
      }),
      steps: ['Click the "Tools" tab', 'Click "Open Dialog"', 'See "This is a message"'],
    },
    {
      bug: 'the pager shows the same page',
      change: ({ script }) => ({
        script: script.replace('((page.value - 1) * 5 + at + 1)', '(at + 1 + 0 * page.value)'),
      }),
      steps: ['Click the "Orders" tab', 'Click "3"', 'See "Item 11"'],
    },
    {
      bug: 'the notification is as white as its ground',
      change: ({ body, script }) => ({
        script,
        body: `${body}<style>.el-notification__content { color: transparent }</style>`,
      }),
      steps: ['Click the "Tools" tab', 'Click "Notify me"', 'See "The backup is ready"'],
    },
  ],
};

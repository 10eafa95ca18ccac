// https://v4.primevue.org: form, DataTable, toasts, dialogs, menus. Version 5 asks for a licence key; 4 is the newest without.
export default {
  name: 'primevue',
  script: `
import { createApp, ref } from 'vue';
import PrimeVue from 'primevue/config';
import Aura from '@primeuix/themes/aura';
import ToastService from 'primevue/toastservice';
import ConfirmationService from 'primevue/confirmationservice';
import { useToast } from 'primevue/usetoast';
import { useConfirm } from 'primevue/useconfirm';
import {
  Accordion, AccordionContent, AccordionHeader, AccordionPanel, AutoComplete, Button, Checkbox, Column, ConfirmDialog, DataTable,
  DatePicker, Dialog, Drawer, FileUpload, FloatLabel, InputNumber, InputText, Listbox, Menu, MultiSelect, Password, RadioButton, Rating, Select,
  SelectButton, Slider, Tab, TabList, TabPanel, TabPanels, Tabs, Tag, Toast, ToggleSwitch,
} from 'primevue';

const App = {
  setup() {
    const toast = useToast();
    const confirm = useConfirm();
    const name = ref(''), city = ref(null), cities = ref([]), date = ref(null), amount = ref(2), news = ref(false), mode = ref(false), pizza = ref([]), category = ref(null), view = ref('One-Way'), secret = ref('');
    const shown = ref('Nothing sent');
    const submit = () => {
      shown.value = 'Sent: ' + name.value + ', ' + (city.value ? city.value.code : 'no city') + ', ' + amount.value;
      toast.add({ severity: 'success', summary: 'Success Message', detail: 'Form was sent', life: 4000 });
    };
    const products = ref([
      { code: 'f230fh0g3', name: 'Bamboo Watch', price: 65, status: 'INSTOCK' }, { code: 'nvklal433', name: 'Black Watch', price: 72, status: 'OUTOFSTOCK' },
      { code: 'zz21cz3c1', name: 'Blue Band', price: 9, status: 'LOWSTOCK' }, { code: '244wgerg2', name: 'Blue T-Shirt', price: 29, status: 'INSTOCK' },
      { code: 'h456wer53', name: 'Bracelet', price: 15, status: 'INSTOCK' }, { code: 'av2231fwg', name: 'Brown Purse', price: 120, status: 'OUTOFSTOCK' },
      { code: 'bib36pfvm', name: 'Chakra Bracelet', price: 32, status: 'LOWSTOCK' },
    ]);
    const picked = ref([]);
    const ask = (row) => confirm.require({
      message: 'Do you want to delete ' + row.name + '?', header: 'Danger Zone', rejectProps: { label: 'Cancel' }, acceptProps: { label: 'Delete it' },
      accept: () => { products.value = products.value.filter((one) => one !== row); toast.add({ severity: 'info', summary: 'Confirmed', detail: row.name + ' deleted', life: 4000 }); },
    });
    const filters = ref({ global: { value: null, matchMode: 'contains' } });
    const visible = ref(false), drawer = ref(false), said = ref(''), menu = ref();
    const items = [{ label: 'Update', command: () => { said.value = 'Updated'; } }, { label: 'Export all', command: () => { said.value = 'Exported'; } }, { label: 'Locked', disabled: true }];
    const onSelect = (event) => { said.value = 'Picked ' + event.files[0].name; };
    return { name, city, cities, date, amount, news, mode, pizza, category, view, secret, shown, submit, products, picked, ask, filters, visible, drawer, said, menu, items, onSelect,
      places: [{ name: 'New York', code: 'NY' }, { name: 'Rome', code: 'RM' }, { name: 'London', code: 'LDN' }, { name: 'Paris', code: 'PRS' }] };
  },
  template: \`
<Toast /><ConfirmDialog />
<Tabs value="0">
  <TabList><Tab value="0">Form</Tab><Tab value="1">Products</Tab><Tab value="2">Panels</Tab></TabList>
  <TabPanels>
    <TabPanel value="0">
      <div style="display: flex; flex-direction: column; gap: 1.6rem; max-width: 420px">
        <FloatLabel><InputText id="name" v-model="name" /><label for="name">Full name</label></FloatLabel>
        <div><label for="city">City</label> <Select v-model="city" inputId="city" :options="places" optionLabel="name" placeholder="Select a City" style="width: 14rem" /></div>
        <div><label for="visited">Visited</label> <MultiSelect v-model="cities" inputId="visited" :options="places" optionLabel="name" filter placeholder="Select Cities" style="width: 14rem" /></div>
        <div><label for="day">Day</label> <DatePicker v-model="date" inputId="day" dateFormat="yy-mm-dd" /></div>
        <div><label for="amount">Amount</label> <InputNumber v-model="amount" inputId="amount" showButtons :min="0" :max="9" /></div>
        <div style="display: flex; gap: .5rem"><Checkbox v-model="news" inputId="news" binary /><label for="news">Newsletter</label></div>
        <div style="display: flex; gap: .5rem"><ToggleSwitch v-model="mode" inputId="mode" /><label for="mode">Dark mode</label></div>
        <div style="display: flex; gap: .5rem"><RadioButton v-model="category" inputId="r1" value="a" /><label for="r1">Accounting</label><RadioButton v-model="category" inputId="r2" value="m" /><label for="r2">Marketing</label></div>
        <SelectButton v-model="view" :options="['One-Way', 'Return']" />
        <div><Button label="Submit" @click="submit" :disabled="!name" /></div>
      </div>
      <p>{{ shown }}</p>
    </TabPanel>
    <TabPanel value="1">
      <InputText v-model="filters.global.value" placeholder="Keyword Search" />
      <p>{{ picked.length }} picked</p>
      <DataTable v-model:selection="picked" v-model:filters="filters" :globalFilterFields="['name', 'code']" :value="products" dataKey="code" paginator :rows="5">
        <template #empty>No products found.</template>
        <Column selectionMode="multiple" headerStyle="width: 3rem" />
        <Column field="code" header="Code" /><Column field="name" header="Name" sortable /><Column field="price" header="Price" sortable />
        <Column header="Status"><template #body="{ data }"><Tag :value="data.status" /></template></Column>
        <Column header="Action"><template #body="{ data }"><Button icon="pi pi-trash" aria-label="Delete" @click="ask(data)" /></template></Column>
      </DataTable>
    </TabPanel>
    <TabPanel value="2">
      <Button label="Show" @click="visible = true" /> <Button label="Open menu" @click="menu.toggle($event)" aria-haspopup="true" /> <Button label="Open drawer" @click="drawer = true" />
      <Menu ref="menu" :model="items" popup />
      <p>{{ said }}</p>
      <Button label="Help" v-tooltip="'Ask the manual'" />
      <Rating v-model="amount" />
      <FileUpload mode="basic" chooseLabel="Browse" @select="onSelect" customUpload />
      <Accordion value="0"><AccordionPanel value="0"><AccordionHeader>Header I</AccordionHeader><AccordionContent>Lorem ipsum dolor</AccordionContent></AccordionPanel>
        <AccordionPanel value="1"><AccordionHeader>Header II</AccordionHeader><AccordionContent>Sed ut perspiciatis</AccordionContent></AccordionPanel></Accordion>
      <Dialog v-model:visible="visible" modal header="Edit Profile" :style="{ width: '25rem' }"><label for="user">Username</label> <InputText id="user" v-model="secret" /><div><Button label="Cancel" @click="visible = false" /> <Button label="Save" @click="visible = false; said = 'Hello ' + secret" /></div></Dialog>
      <Drawer v-model:visible="drawer" header="Side drawer"><p>In the drawer</p></Drawer>
    </TabPanel>
  </TabPanels>
</Tabs>\`,
};
import Tooltip from 'primevue/tooltip';
const app = createApp(App).use(PrimeVue, { theme: { preset: Aura } }).use(ToastService).use(ConfirmationService);
app.directive('tooltip', Tooltip);
const parts = { Accordion, AccordionContent, AccordionHeader, AccordionPanel, AutoComplete, Button, Checkbox, Column, ConfirmDialog, DataTable,
  DatePicker, Dialog, Drawer, FileUpload, FloatLabel, InputNumber, InputText, Listbox, Menu, MultiSelect, Password, RadioButton, Rating, Select,
  SelectButton, Slider, Tab, TabList, TabPanel, TabPanels, Tabs, Tag, Toast, ToggleSwitch };
for (const [name, part] of Object.entries(parts)) app.component(name, part);
app.mount('#app');
`,
  styles: ['primeicons/primeicons.css'],
  body: '<div id="app"></div>',
  right: [
    {
      steps: [
        'Type "Ada" into "Full name"',
        'Select "Rome" from "City"',
        'Click "Submit"',
        'See "Form was sent"',
        'See "Sent: Ada, RM, 2"',
      ],
    },
    {
      steps: [
        'See "Select a City"',
        'Select "London" from "City"',
        '"London" is selected in "City"',
        'Do not see "Select a City"',
      ],
    },
    {
      steps: [
        'Select "Paris" from "Visited"',
        'Press Escape',
        'See "Paris" in "Visited"',
        'Do not see "Select Cities"',
      ],
    },
    {
      steps: [
        'The "Submit" button is disabled',
        'Type "Ada" into "Full name"',
        'The "Submit" button is enabled',
      ],
    },
    {
      steps: [
        'Check "Newsletter"',
        '"Newsletter" is checked',
        'Turn on "Dark mode"',
        'The "Dark mode" switch is on',
        'Choose "Marketing"',
        'The "Marketing" radio button is selected',
      ],
    },
    { steps: ['"Amount" is "2"', 'Set "Amount" to "5"', '"Amount" is "5"'] },
    { steps: ['Click "Return"', '"Return" is selected', 'The "One-Way" button is not selected'] },
    {
      steps: [
        'Click the "Products" tab',
        'See 5 rows',
        '"Price" in the row "Black Watch" is "72"',
        'See "LOWSTOCK" in the row "Blue Band"',
        'Do not see "Chakra Bracelet"',
      ],
    },
    {
      steps: [
        'Click the "Products" tab',
        'Click "Price"',
        'See "Blue Band" in the first row',
        'See "Bracelet" before "Blue T-Shirt"',
      ],
    },
    {
      steps: [
        'Click the "Products" tab',
        'Check the checkbox in the row "Bracelet"',
        'See "1 picked"',
        'The checkbox in the row "Bracelet" is checked',
      ],
    },
    {
      steps: [
        'Click the "Products" tab',
        'Click "Delete" in the row "Black Watch"',
        'See "Do you want to delete Black Watch?"',
        'Click "Delete it"',
        'See "Black Watch deleted"',
        'See "Brown Purse"',
      ],
    },
    {
      steps: [
        'Click the "Products" tab',
        'Click "Page 2"',
        'See "Brown Purse"',
        'See "Chakra Bracelet"',
        'See 2 rows',
      ],
    },
    {
      steps: [
        'Click the "Products" tab',
        'Type "xyz" into "Keyword Search"',
        'See "No products found."',
        'Do not see "Bracelet"',
      ],
    },
    {
      steps: [
        'Click the "Panels" tab',
        'Click "Open menu"',
        'Click "Export all"',
        'See "Exported"',
        'Do not see "Update"',
      ],
    },
    {
      steps: [
        'Click the "Panels" tab',
        'Click "Show"',
        'See the dialog "Edit Profile"',
        'Type "bob" into "Username"',
        'Click "Save"',
        'See "Hello bob"',
        'The dialog is gone',
      ],
    },
    { steps: ['Click the "Panels" tab', 'Upload "plan.txt" to "Browse"', 'See "Picked plan.txt"'] },
    {
      steps: [
        'Click the "Panels" tab',
        'Do not see "Sed ut perspiciatis"',
        'Click "Header II"',
        'See "Sed ut perspiciatis"',
        'Do not see "Lorem ipsum dolor"',
      ],
    },
    {
      steps: [
        'Click the "Panels" tab',
        'Click "Open drawer"',
        'See "In the drawer"',
        'Press Escape',
        'Do not see "In the drawer"',
      ],
    },
    { steps: ['Click the "Panels" tab', 'Hover over "Help"', 'See "Ask the manual"'] },
  ],
  broken: [
    {
      // The library is so by itself: by keys alone, at the tenth letter, the text is "2024-03-071".
      bug: 'a day that is typed is taken for another as soon as it has one digit',
      change: ({ script }) => ({ script: `${script}\n` }),
      steps: ['Type "2024-03-17" into "Day"', 'Press Tab', 'The "Day" field has the value "2024-03-17"'],
    },
    {
      bug: 'the toast says nothing of the form',
      change: ({ script }) => ({
        script: script.replace("detail: 'Form was sent'", "detail: 'Form was not sent'"),
      }),
      steps: ['Type "Ada" into "Full name"', 'Click "Submit"', 'See "Form was sent"'],
    },
    {
      bug: 'the toast never comes',
      change: ({ script }) => ({ script: script.replace('<Toast /><ConfirmDialog />', '<ConfirmDialog />') }),
      steps: ['Type "Ada" into "Full name"', 'Click "Submit"', 'See "Success Message"'],
    },
    {
      bug: 'Rome is missing in the list',
      change: ({ script }) => ({ script: script.replace("{ name: 'Rome', code: 'RM' }, ", '') }),
      steps: ['Select "Rome" from "City"', 'See "Rome" in "City"'],
    },
    {
      bug: 'the switch goes back',
      change: ({ script }) => ({
        script: script
          .replace('<ToggleSwitch v-model="mode"', '<ToggleSwitch v-model="mode" @change="back"')
          .replace(
            'return { name,',
            'const back = () => setTimeout(() => { mode.value = false; }, 250);\n    return { back, name,',
          ),
      }),
      steps: ['Turn on "Dark mode"', 'The "Dark mode" switch is on'],
    },
    {
      bug: 'sorted by the code',
      change: ({ script }) => ({
        script: script.replace('header="Price" sortable', 'header="Price" sortable sortField="code"'),
      }),
      steps: ['Click the "Products" tab', 'Click "Price"', 'See "Blue Band" in the first row'],
    },
    {
      bug: 'another product is deleted',
      change: ({ script }) => ({
        script: script.replace('products.value.filter((one) => one !== row)', 'products.value.slice(1)'),
      }),
      steps: [
        'Click the "Products" tab',
        'Click "Delete" in the row "Black Watch"',
        'Click "Delete it"',
        'There is no row "Black Watch"',
      ],
    },
    {
      bug: 'the amount goes back',
      change: ({ script }) => ({
        script: script.replace('<InputNumber v-model="amount"', '<InputNumber :modelValue="amount"'),
      }),
      steps: [
        'Set "Amount" to "5"',
        'Press Tab',
        'Type "Ada" into "Full name"',
        'Click "Submit"',
        'See "Sent: Ada, no city, 5"',
      ],
    },
    {
      bug: 'the dialog is drawn outside of the screen',
      change: ({ script, body }) => ({
        script,
        body: `${body}<style>.p-dialog { transform: translateX(-4000px) !important }</style>`,
      }),
      steps: ['Click the "Panels" tab', 'Click "Show"', 'See "Username"'],
    },
    {
      bug: 'the second panel opens empty',
      change: ({ script }) => ({
        script: script.replace(
          '<AccordionContent>Sed ut perspiciatis</AccordionContent>',
          '<AccordionContent><span style="font-size: 0">Sed ut perspiciatis</span></AccordionContent>',
        ),
      }),
      steps: ['Click the "Panels" tab', 'Click "Header II"', 'See "Sed ut perspiciatis"'],
    },
  ],
};

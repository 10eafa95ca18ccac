// https://vuetifyjs.com: fields, lists, data table, snackbar, dialog, menu, tabs, date picker.
export default {
  name: 'vuetify',
  script: `
import { createApp, ref } from 'vue';
import { createVuetify } from 'vuetify';
import * as components from 'vuetify/components';
import * as directives from 'vuetify/directives';
import { aliases, mdi } from 'vuetify/iconsets/mdi-svg';

const desserts = [
  { name: 'Frozen Yogurt', calories: 159, stock: 'In stock' }, { name: 'Ice cream sandwich', calories: 237, stock: 'Not in stock' },
  { name: 'Eclair', calories: 262, stock: 'In stock' }, { name: 'Cupcake', calories: 305, stock: 'In stock' },
  { name: 'Gingerbread', calories: 356, stock: 'Sold out' }, { name: 'Jelly bean', calories: 75, stock: 'In stock' },
  { name: 'Lollipop', calories: 1000, stock: 'In stock' }, { name: 'Honeycomb', calories: 408, stock: 'In stock' },
];
const App = {
  setup() {
    const tab = ref('order');
    const first = ref(''), state = ref(null), city = ref(null), terms = ref(false), alerts = ref(false), size = ref('m'), topics = ref([]);
    const valid = ref(false), snackbar = ref(false), shown = ref('Nothing saved'), amount = ref(20);
    const rules = [(value) => !!value || 'Name is required.', (value) => (value ?? '').length <= 10 || 'Name must be less than 10 characters'];
    const save = () => { shown.value = 'Saved: ' + first.value + ', ' + (state.value ?? 'no state') + ', ' + size.value; snackbar.value = true; };
    const search = ref(''), selected = ref([]), items = ref(desserts), removing = ref(null);
    const remove = () => { items.value = items.value.filter((one) => one !== removing.value); removing.value = null; };
    const headers = [{ title: 'Dessert', key: 'name' }, { title: 'Calories', key: 'calories' }, { title: 'Stock', key: 'stock' }, { title: 'Actions', key: 'actions', sortable: false }];
    const said = ref(''), files = ref(null), date = ref(null);
    const cities = Array.from({ length: 300 }, (_, at) => 'City ' + (at + 1));
    return { tab, first, state, city, terms, alerts, size, topics, valid, snackbar, shown, amount, rules, save, search, selected, items, removing, remove, headers, said, files, date, cities,
      states: ['California', 'Colorado', 'Florida', 'Virginia', 'West Virginia'] };
  },
  template: \`
<v-app>
  <v-tabs v-model="tab"><v-tab value="order">Order</v-tab><v-tab value="desserts">Desserts</v-tab><v-tab value="tools">Tools</v-tab></v-tabs>
  <v-tabs-window v-model="tab">
    <v-tabs-window-item value="order">
      <v-form v-model="valid" class="pa-4" style="max-width: 640px" @submit.prevent="save">
        <v-text-field v-model="first" label="First name" :rules="rules" :counter="10"></v-text-field>
        <v-select v-model="state" :items="states" label="State"></v-select>
        <v-autocomplete v-model="city" :items="cities" label="City"></v-autocomplete>
        <v-select v-model="topics" :items="['Sport', 'Music', 'Art']" label="Topics" multiple chips></v-select>
        <v-radio-group v-model="size" inline label="Size"><v-radio label="Small" value="s"></v-radio><v-radio label="Medium" value="m"></v-radio></v-radio-group>
        <v-checkbox v-model="terms" label="I agree to the terms"></v-checkbox>
        <v-switch v-model="alerts" label="Send alerts"></v-switch>
        <v-btn type="submit" :disabled="!terms">Save</v-btn>
      </v-form>
      <p>{{ shown }}</p>
    </v-tabs-window-item>
    <v-tabs-window-item value="desserts">
      <v-text-field v-model="search" label="Search" hide-details></v-text-field>
      <p>{{ selected.length }} picked</p>
      <v-data-table v-model="selected" :headers="headers" :items="items" :search="search" item-value="name" show-select :items-per-page="5" :items-per-page-options="[5, 10]">
        <template #item.actions="{ item }"><v-btn size="small" @click="removing = item">Delete</v-btn></template>
      </v-data-table>
      <v-dialog :model-value="removing !== null" max-width="400" persistent>
        <v-card title="Delete dessert" :text="'Really delete ' + (removing ? removing.name : '') + '?'"><v-card-actions><v-btn @click="removing = null">Cancel</v-btn><v-btn @click="remove">Delete</v-btn></v-card-actions></v-card>
      </v-dialog>
    </v-tabs-window-item>
    <v-tabs-window-item value="tools">
      <v-menu><template #activator="{ props }"><v-btn v-bind="props">Options</v-btn></template>
        <v-list><v-list-item v-for="one in ['Rename', 'Share', 'Archive']" :key="one" :title="one" @click="said = 'Did ' + one"></v-list-item></v-list>
      </v-menu>
      <v-tooltip text="Nothing is sent" location="bottom"><template #activator="{ props }"><v-btn v-bind="props">Preview</v-btn></template></v-tooltip>
      <p>{{ said }}</p>
      <v-chip closable @click:close="said = 'Chip closed'">Filter: red</v-chip>
      <v-file-input v-model="files" label="File input"></v-file-input>
      <v-expansion-panels><v-expansion-panel title="Delivery" text="Comes on Monday"></v-expansion-panel><v-expansion-panel title="Returns" text="Within thirty days"></v-expansion-panel></v-expansion-panels>
      <v-alert type="warning" closable title="Low disk" text="Only 3 GB are left"></v-alert>
      <v-badge :content="12"><v-btn>Inbox</v-btn></v-badge>
    </v-tabs-window-item>
  </v-tabs-window>
  <v-snackbar v-model="snackbar" :timeout="4000">Order saved<template #actions><v-btn @click="snackbar = false">Close</v-btn></template></v-snackbar>
</v-app>\`,
};
const vuetify = createVuetify({ components, directives, icons: { defaultSet: 'mdi', aliases, sets: { mdi } } });
createApp(App).use(vuetify).mount('#app');
`,
  styles: ['vuetify/dist/vuetify.css'],
  body: '<div id="app"></div>',
  right: [
    {
      steps: [
        'Type "Ada" into "First name"',
        'Select "Florida" from "State"',
        'Check "I agree to the terms"',
        'Click "Save"',
        'See "Order saved"',
        'See "Saved: Ada, Florida, m"',
      ],
    },
    {
      steps: [
        'The "Save" button is disabled',
        'Check "I agree to the terms"',
        'The "Save" button is enabled',
        'Uncheck "I agree to the terms"',
        'The "Save" button is disabled',
      ],
    },
    {
      steps: [
        'Type "Bartholomew" into "First name"',
        'Press Tab',
        'See "Name must be less than 10 characters"',
        'Clear "First name"',
        'See "Name is required."',
      ],
    },
    {
      steps: [
        'Select "Virginia" from "State"',
        '"Virginia" is selected in "State"',
        'See "Virginia" in "State"',
      ],
    },
    { steps: ['Select "City 222" from "City"', 'The "City" field has the value "City 222"'] },
    {
      steps: [
        'Select "Music" from "Topics"',
        'Press Escape',
        'See "Music" in "Topics"',
        'Do not see "Sport"',
      ],
    },
    {
      steps: [
        'The "Medium" radio button is selected',
        'Choose "Small"',
        'The "Small" radio button is selected',
        'Turn on "Send alerts"',
        'The "Send alerts" switch is on',
      ],
    },
    {
      steps: [
        'Click the "Desserts" tab',
        'See 5 rows',
        '"Stock" in the row "Ice cream sandwich" is "Not in stock"',
        '"Calories" in the row "Eclair" is "262"',
        'See "1-5 of 8"',
      ],
    },
    {
      steps: [
        'Click the "Desserts" tab',
        'Click "Calories"',
        'See "Jelly bean" in the first row',
        'See "Frozen Yogurt" before "Eclair"',
        'Do not see "Lollipop"',
      ],
    },
    {
      steps: [
        'Click the "Desserts" tab',
        'Type "honey" into "Search"',
        'See "408" in the row "Honeycomb"',
        'Do not see "Eclair"',
        'See 1 row',
      ],
    },
    {
      steps: [
        'Click the "Desserts" tab',
        'Check the checkbox in the row "Eclair"',
        'See "1 picked"',
        'The checkbox in the row "Eclair" is checked',
        'The checkbox in the row "Cupcake" is not checked',
      ],
    },
    {
      steps: [
        'Click the "Desserts" tab',
        'Click "Delete" in the row "Cupcake"',
        'See "Really delete Cupcake?"',
        'Click "Delete" in the dialog "Delete dessert"',
        'Do not see "Cupcake"',
        'See "1-5 of 7"',
      ],
    },
    {
      steps: [
        'Click the "Desserts" tab',
        'Click "Next page"',
        'See "Honeycomb"',
        'Do not see "Eclair"',
        'The "Next page" button is disabled',
      ],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Click "Options"',
        'Click "Share"',
        'See "Did Share"',
        'Do not see "Archive"',
      ],
    },
    { steps: ['Click the "Tools" tab', 'Hover over "Preview"', 'See "Nothing is sent"'] },
    { steps: ['Click the "Tools" tab', 'Upload "cat.png" to "File input"', 'See "cat.png"'] },
    {
      steps: [
        'Click the "Tools" tab',
        'Do not see "Within thirty days"',
        'Click "Returns"',
        'See "Within thirty days"',
        'Do not see "Comes on Monday"',
      ],
    },
    { steps: ['Click the "Tools" tab', 'See "Only 3 GB are left"', 'See "12"', 'See the "Inbox" button'] },
  ],
  broken: [
    {
      bug: 'the snackbar never comes',
      change: ({ script }) => ({ script: script.replace('snackbar.value = true;', '') }),
      steps: [
        'Type "Ada" into "First name"',
        'Check "I agree to the terms"',
        'Click "Save"',
        'See "Order saved"',
      ],
    },
    {
      bug: 'the button stays disabled',
      change: ({ script }) => ({ script: script.replace(':disabled="!terms"', 'disabled') }),
      steps: ['Check "I agree to the terms"', 'Click "Save"', 'See "Order saved"'],
    },
    {
      bug: 'only West Virginia is offered',
      change: ({ script }) => ({ script: script.replace("'Virginia', 'West Virginia'", "'West Virginia'") }),
      steps: ['Select "Virginia" from "State"', '"Virginia" is selected in "State"'],
    },
    {
      bug: 'the eclair is not in stock',
      change: ({ script }) => ({
        script: script.replace("calories: 262, stock: 'In stock'", "calories: 262, stock: 'Not in stock'"),
      }),
      steps: ['Click the "Desserts" tab', '"Stock" in the row "Eclair" is "In stock"'],
    },
    {
      bug: 'another dessert is deleted',
      change: ({ script }) => ({
        script: script.replace('items.value.filter((one) => one !== removing.value)', 'items.value.slice(1)'),
      }),
      steps: [
        'Click the "Desserts" tab',
        'Click "Delete" in the row "Cupcake"',
        'Click "Delete" in the dialog "Delete dessert"',
        'There is no row "Cupcake"',
      ],
    },
    {
      bug: 'the order is that of the texts',
      change: ({ script }) => ({
        script: script.replace(
          "key: 'calories' }",
          "key: 'calories', sort: (a, b) => String(a).localeCompare(String(b)) }",
        ),
      }),
      steps: ['Click the "Desserts" tab', 'Click "Calories"', 'See "Jelly bean" in the first row'],
    },
    {
      bug: 'the switch does not move',
      change: ({ script }) => ({
        script: script.replace(
          '<v-switch v-model="alerts"',
          '<v-switch :model-value="alerts" @update:model-value="() => undefined"',
        ),
      }),
      steps: ['Turn on "Send alerts"', 'The "Send alerts" switch is on'],
      cannot: 'the hidden box is checked, and nothing but pixels tells that the drawn switch is not',
    },
    {
      bug: 'the panel opens without its text',
      change: ({ script, body }) => ({
        script,
        body: `${body}<style>.v-expansion-panel-text { opacity: 0 }</style>`,
      }),
      steps: ['Click the "Tools" tab', 'Click "Returns"', 'See "Within thirty days"'],
    },
    {
      bug: 'the state goes back',
      change: ({ script }) => ({
        script: script
          .replace(
            '<v-select v-model="state"',
            '<v-select :model-value="state" @update:model-value="state = $event; back()"',
          )
          .replace(
            'return { tab,',
            'const back = () => setTimeout(() => { state.value = null; }, 200);\n    return { back, tab,',
          ),
      }),
      steps: ['Select "Florida" from "State"', 'See "Florida" in "State"'],
    },
  ],
};

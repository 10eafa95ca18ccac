import { board } from './board.mjs';
import { components } from './components.mjs';
import { documentsInTabs } from './documents-in-tabs.mjs';
import { exports } from './exports.mjs';
import { flakyOrders } from './flaky-orders.mjs';
import { infiniteList } from './infinite-list.mjs';
import { languages } from './languages.mjs';
import { login } from './login.mjs';
import { notesDialog } from './notes-dialog.mjs';
import { paymentFrame } from './payment-frame.mjs';
import { preferences } from './preferences.mjs';
import { profile } from './profile.mjs';
import { shop } from './shop.mjs';
import { singlePage } from './single-page.mjs';
import { slowReport } from './slow-report.mjs';
import { table } from './table.mjs';
import { upload } from './upload.mjs';
import { validation } from './validation.mjs';
import { wizard } from './wizard.mjs';

export { serveSite } from './serve.mjs';

export const sites = [
  login,
  shop,
  validation,
  table,
  wizard,
  infiniteList,
  paymentFrame,
  notesDialog,
  slowReport,
  flakyOrders,
  singlePage,
  languages,
  upload,
  profile,
  board,
  documentsInTabs,
  preferences,
  components,
  exports,
];

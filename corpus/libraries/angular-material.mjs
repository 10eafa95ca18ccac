// https://material.angular.dev, its components compiled in the page: fields, table with sort and paginator, dialog, snack bar, menu, tabs.
export default {
  name: 'angular-material',
  script: `
import '@angular/compiler';
import { Component, ViewChild, inject, provideZonelessChangeDetection, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { FormControl, FormsModule, ReactiveFormsModule, Validators } from '@angular/forms';
import { MatAutocompleteModule } from '@angular/material/autocomplete';
import { MatBadgeModule } from '@angular/material/badge';
import { MatButtonModule } from '@angular/material/button';
import { MatCheckboxModule } from '@angular/material/checkbox';
import { MatChipsModule } from '@angular/material/chips';
import { provideNativeDateAdapter } from '@angular/material/core';
import { MatDatepickerModule } from '@angular/material/datepicker';
import { MAT_DIALOG_DATA, MatDialog, MatDialogModule } from '@angular/material/dialog';
import { MatExpansionModule } from '@angular/material/expansion';
import { MatFormFieldModule } from '@angular/material/form-field';
import { MatInputModule } from '@angular/material/input';
import { MatMenuModule } from '@angular/material/menu';
import { MatPaginator, MatPaginatorModule } from '@angular/material/paginator';
import { MatRadioModule } from '@angular/material/radio';
import { MatSelectModule } from '@angular/material/select';
import { MatSlideToggleModule } from '@angular/material/slide-toggle';
import { MatSnackBar, MatSnackBarModule } from '@angular/material/snack-bar';
import { MatSort, MatSortModule } from '@angular/material/sort';
import { MatStepperModule } from '@angular/material/stepper';
import { MatTableDataSource, MatTableModule } from '@angular/material/table';
import { MatTabsModule } from '@angular/material/tabs';
import { MatTooltipModule } from '@angular/material/tooltip';

const Question = Component({
  selector: 'app-question',
  imports: [MatDialogModule, MatButtonModule],
  template: \`<h2 mat-dialog-title>Delete element</h2><mat-dialog-content>Would you like to delete {{ data.name }}?</mat-dialog-content>
<mat-dialog-actions><button matButton mat-dialog-close>No</button><button matButton [mat-dialog-close]="true">Yes</button></mat-dialog-actions>\`,
})(class { data = inject(MAT_DIALOG_DATA); });

const elements = [
  ['Hydrogen', 1.0079, 'H'], ['Helium', 4.0026, 'He'], ['Lithium', 6.941, 'Li'], ['Beryllium', 9.0122, 'Be'], ['Boron', 10.811, 'B'],
  ['Carbon', 12.0107, 'C'], ['Nitrogen', 14.0067, 'N'], ['Oxygen', 15.9994, 'O'],
].map(([name, weight, symbol], at) => ({ position: at + 1, name, weight, symbol, state: at % 3 === 1 ? 'Not stable' : 'Stable' }));

const App = Component({
  selector: 'app-root',
  imports: [FormsModule, ReactiveFormsModule, MatAutocompleteModule, MatBadgeModule, MatButtonModule, MatCheckboxModule, MatChipsModule, MatDatepickerModule,
    MatDialogModule, MatExpansionModule, MatFormFieldModule, MatInputModule, MatMenuModule, MatPaginatorModule, MatRadioModule, MatSelectModule,
    MatSlideToggleModule, MatSnackBarModule, MatSortModule, MatStepperModule, MatTableModule, MatTabsModule, MatTooltipModule],
  template: \`
<mat-tab-group animationDuration="100ms" (selectedTabChange)="tab = $event.index" (animationDone)="tab = -1">
  <mat-tab label="Order">
    <div style="display: flex; flex-direction: column; max-width: 420px; padding: 16px">
      <mat-form-field><mat-label>Email</mat-label><input matInput [formControl]="email" placeholder="pat@example.com">
        @if (email.invalid) { <mat-error>{{ email.hasError('required') ? 'You must enter a value' : 'Not a valid email' }}</mat-error> }</mat-form-field>
      <mat-form-field><mat-label>Favorite food</mat-label><mat-select [(ngModel)]="food">
        @for (one of foods; track one) { <mat-option [value]="one">{{ one }}</mat-option> }</mat-select></mat-form-field>
      <mat-form-field><mat-label>Toppings</mat-label><mat-select multiple [(ngModel)]="toppings">
        @for (one of ['Extra cheese', 'Mushroom', 'Onion']; track one) { <mat-option [value]="one">{{ one }}</mat-option> }</mat-select></mat-form-field>
      <mat-form-field><mat-label>Choose a date</mat-label><input matInput [matDatepicker]="picker" [(ngModel)]="date"><mat-datepicker-toggle matIconSuffix [for]="picker" /><mat-datepicker #picker /></mat-form-field>
      <mat-form-field><mat-label>Street</mat-label><input matInput [(ngModel)]="street" [matAutocomplete]="auto"><mat-autocomplete #auto="matAutocomplete">
        @for (one of matching(); track one) { <mat-option [value]="one">{{ one }}</mat-option> }</mat-autocomplete></mat-form-field>
      <mat-checkbox [(ngModel)]="terms">Accept the terms</mat-checkbox>
      <mat-slide-toggle [(ngModel)]="express">Express delivery</mat-slide-toggle>
      <mat-radio-group aria-label="Season" [(ngModel)]="season"><mat-radio-button value="winter">Winter</mat-radio-button><mat-radio-button value="summer">Summer</mat-radio-button></mat-radio-group>
      <div><button matButton="filled" [disabled]="!terms()" (click)="send()">Send order</button></div>
      <p>{{ shown() }}</p>
    </div>
  </mat-tab>
  <mat-tab label="Elements">
    <mat-form-field><mat-label>Filter</mat-label><input matInput (input)="source.filter = $event.target.value.trim().toLowerCase()"></mat-form-field>
    <table mat-table [dataSource]="source" matSort>
      <ng-container matColumnDef="position"><th mat-header-cell *matHeaderCellDef mat-sort-header>No.</th><td mat-cell *matCellDef="let row">{{ row.position }}</td></ng-container>
      <ng-container matColumnDef="name"><th mat-header-cell *matHeaderCellDef mat-sort-header>Name</th><td mat-cell *matCellDef="let row">{{ row.name }}</td></ng-container>
      <ng-container matColumnDef="weight"><th mat-header-cell *matHeaderCellDef mat-sort-header>Weight</th><td mat-cell *matCellDef="let row">{{ row.weight }}</td></ng-container>
      <ng-container matColumnDef="symbol"><th mat-header-cell *matHeaderCellDef>Symbol</th><td mat-cell *matCellDef="let row">{{ row.symbol }}</td></ng-container>
      <ng-container matColumnDef="state"><th mat-header-cell *matHeaderCellDef>State</th><td mat-cell *matCellDef="let row">{{ row.state }}</td></ng-container>
      <ng-container matColumnDef="delete"><th mat-header-cell *matHeaderCellDef></th><td mat-cell *matCellDef="let row"><button matButton (click)="ask(row)">Delete</button></td></ng-container>
      <tr mat-header-row *matHeaderRowDef="columns"></tr><tr mat-row *matRowDef="let row; columns: columns"></tr>
      <tr *matNoDataRow><td colspan="6">No data matching the filter</td></tr>
    </table>
    <mat-paginator [pageSizeOptions]="[5, 10]" showFirstLastButtons aria-label="Select page of elements" />
  </mat-tab>
  <mat-tab label="Tools">
    <button matButton [matMenuTriggerFor]="menu">Menu</button>
    <mat-menu #menu="matMenu"><button mat-menu-item (click)="said.set('Redialled')">Redial</button><button mat-menu-item disabled>Check voice mail</button><button mat-menu-item (click)="said.set('Alerts disabled')">Disable alerts</button></mat-menu>
    <button matButton matTooltip="Opens on Monday">Info</button>
    <button matButton matBadge="8">Inbox</button>
    <p>{{ said() }}</p>
    <mat-accordion><mat-expansion-panel><mat-expansion-panel-header><mat-panel-title>Personal data</mat-panel-title></mat-expansion-panel-header><p>Type your name and age</p></mat-expansion-panel>
      <mat-expansion-panel><mat-expansion-panel-header><mat-panel-title>Self aware panel</mat-panel-title></mat-expansion-panel-header><p>Currently I am open</p></mat-expansion-panel></mat-accordion>
    <mat-chip-set>@for (one of chips(); track one) { <mat-chip (removed)="drop(one)">{{ one }}<button matChipRemove [attr.aria-label]="'remove ' + one">x</button></mat-chip> }</mat-chip-set>
    <mat-stepper linear="false"><mat-step label="Your name"><p>Who are you?</p><button matButton matStepperNext>Next</button></mat-step><mat-step label="Your address"><p>Where do you live?</p></mat-step></mat-stepper>
  </mat-tab>
</mat-tab-group>\`,
})(class {
  bar = inject(MatSnackBar);
  dialog = inject(MatDialog);
  email = new FormControl('', [Validators.required, Validators.email]);
  foods = ['Steak', 'Pizza', 'Tacos'];
  food = signal('');
  toppings = signal([]);
  date = signal(null);
  street = signal('');
  matching = () => ['Champs-Élysées', 'Lombard Street', 'Abbey Road', 'Fifth Avenue'].filter((one) => one.toLowerCase().includes((this.street() ?? '').toLowerCase()));
  terms = signal(false);
  express = signal(false);
  season = signal('winter');
  shown = signal('Nothing ordered');
  said = signal('');
  chips = signal(['Lemon', 'Lime', 'Apple']);
  columns = ['position', 'name', 'weight', 'symbol', 'state', 'delete'];
  source = new MatTableDataSource(elements);
  // Both lie in a tab that is drawn later.
  set sort(sort) { queueMicrotask(() => { this.source.sort = sort; }); }
  set paginator(paginator) { queueMicrotask(() => { this.source.paginator = paginator; }); }
  drop(chip) { this.chips.set(this.chips().filter((one) => one !== chip)); }
  send() {
    this.shown.set('Ordered ' + (this.food() || 'nothing') + ' for ' + this.email.value);
    this.bar.open('Order received', 'Undo', { duration: 4000 });
  }
  ask(row) {
    this.dialog.open(Question, { data: row }).afterClosed().subscribe((yes) => {
      if (!yes) return;
      this.source.data = this.source.data.filter((one) => one !== row);
      this.bar.open(row.name + ' is deleted', '', { duration: 4000 });
    });
  }
});
ViewChild(MatSort)(App.prototype, 'sort');
ViewChild(MatPaginator)(App.prototype, 'paginator');
bootstrapApplication(App, { providers: [provideZonelessChangeDetection(), provideNativeDateAdapter()] });
`,
  styles: ['./node_modules/@angular/material/prebuilt-themes/azure-blue.css'],
  body: '<app-root></app-root>',
  right: [
    {
      steps: [
        'Type "ada@example.com" into "Email"',
        'Select "Pizza" from "Favorite food"',
        'Check "Accept the terms"',
        'Click "Send order"',
        'See "Order received"',
        'See "Ordered Pizza for ada@example.com"',
      ],
    },
    {
      steps: [
        'Type "ada" into "Email"',
        'Press Tab',
        'See "Not a valid email"',
        'Clear "Email"',
        'See "You must enter a value"',
        'Do not see "Not a valid email"',
      ],
    },
    {
      steps: [
        'Select "Tacos" from "Favorite food"',
        '"Tacos" is selected in "Favorite food"',
        'See "Tacos" in "Favorite food"',
        'Do not see "Steak"',
      ],
    },
    {
      steps: [
        'Select "Onion" from "Toppings"',
        'Press Escape',
        'See "Onion" in "Toppings"',
        'Do not see "Mushroom"',
      ],
    },
    {
      steps: [
        'The "Send order" button is disabled',
        'Check "Accept the terms"',
        '"Accept the terms" is checked',
        'The "Send order" button is enabled',
      ],
    },
    {
      steps: [
        'The "Express delivery" switch is off',
        'Turn on "Express delivery"',
        'The "Express delivery" switch is on',
        'The "Winter" radio button is selected',
        'Choose "Summer"',
        'The "Summer" radio button is selected',
      ],
    },
    {
      steps: [
        'Type "3/17/2024" into "Choose a date"',
        'Press Tab',
        'The "Choose a date" field has the value "3/17/2024"',
      ],
    },
    {
      steps: [
        'Type "lom" into "Street"',
        'See "Lombard Street"',
        'Do not see "Abbey Road"',
        'Click "Lombard Street"',
        'The "Street" field has the value "Lombard Street"',
      ],
    },
    {
      steps: [
        'Click the "Elements" tab',
        'See 5 rows',
        '"State" in the row "Helium" is "Not stable"',
        '"State" in the row "Hydrogen" is "Stable"',
        'See "1 – 5 of 8"',
      ],
    },
    {
      steps: [
        'Click the "Elements" tab',
        'Click "Name"',
        'See "Beryllium" in the first row',
        'See "Boron" before "Carbon"',
        'Click "Name"',
        'See "Oxygen" in the first row',
      ],
    },
    {
      steps: [
        'Click the "Elements" tab',
        'Click "Next page"',
        'See "Oxygen"',
        'Do not see "Helium"',
        'The "Next page" button is disabled',
        'See 3 rows',
      ],
    },
    {
      steps: [
        'Click the "Elements" tab',
        'Select "10" from "Items per page:"',
        'See 8 rows',
        'See "1 – 8 of 8"',
      ],
    },
    {
      steps: [
        'Click the "Elements" tab',
        'Type "xyz" into "Filter"',
        'See "No data matching the filter"',
        'Type "nitro" into "Filter"',
        'See "14.0067" in the row "Nitrogen"',
        'Do not see "Hydrogen"',
      ],
    },
    {
      steps: [
        'Click the "Elements" tab',
        'Click "Delete" in the row "Lithium"',
        'See "Would you like to delete Lithium?"',
        'Click "Yes"',
        'See "Lithium is deleted"',
        'See "1 – 5 of 7"',
        'There is no row "Lithium"',
      ],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Click "Menu"',
        'The "Check voice mail" menu item is disabled',
        'Click "Disable alerts"',
        'See "Alerts disabled"',
        'Do not see "Redial"',
      ],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'Do not see "Type your name and age"',
        'Click "Personal data"',
        'See "Type your name and age"',
        'Do not see "Currently I am open"',
      ],
    },
    { steps: ['Click the "Tools" tab', 'Hover over "Info"', 'See "Opens on Monday"'] },
    {
      steps: ['Click the "Tools" tab', 'Click "remove Lime"', 'Do not see "Lime"', 'See "Lemon"', 'See "8"'],
    },
    {
      steps: [
        'Click the "Tools" tab',
        'See "Who are you?"',
        'Click "Next"',
        'See "Where do you live?"',
        'Do not see "Who are you?"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the snack bar never comes',
      change: ({ script }) => ({
        script: script.replace("this.bar.open('Order received', 'Undo', { duration: 4000 });", ''),
      }),
      steps: ['Check "Accept the terms"', 'Click "Send order"', 'See "Order received"'],
    },
    {
      bug: 'the button stays disabled',
      change: ({ script }) => ({ script: script.replace('[disabled]="!terms()"', 'disabled') }),
      steps: ['Check "Accept the terms"', 'The "Send order" button is enabled'],
    },
    {
      bug: 'the food is not kept',
      change: ({ script }) => ({
        script: script
          .replace(
            '<mat-select [(ngModel)]="food">',
            '<mat-select [ngModel]="food()" (ngModelChange)="lose()">',
          )
          .replace(
            'drop(chip) {',
            "lose() { setTimeout(() => this.food.set(this.food() === '' ? null : ''), 250); }\n  drop(chip) {",
          ),
      }),
      steps: ['Select "Tacos" from "Favorite food"', 'See "Tacos" in "Favorite food"'],
    },
    {
      bug: 'Hydrogen is not stable',
      change: ({ script }) => ({ script: script.replace('at % 3 === 1', 'at % 3 !== 2') }),
      steps: ['Click the "Elements" tab', '"State" in the row "Hydrogen" is "Stable"'],
    },
    {
      bug: 'the wrong element is deleted',
      change: ({ script }) => ({
        script: script.replace('this.source.data.filter((one) => one !== row)', 'this.source.data.slice(1)'),
      }),
      steps: [
        'Click the "Elements" tab',
        'Click "Delete" in the row "Lithium"',
        'Click "Yes"',
        'There is no row "Lithium"',
      ],
    },
    {
      bug: 'sorting does nothing',
      change: ({ script }) => ({
        script: script.replace('this.source.sort = sort;', 'this.source.sort = null;'),
      }),
      steps: ['Click the "Elements" tab', 'Click "Name"', 'See "Beryllium" in the first row'],
    },
    {
      bug: 'the list offers the wrong streets',
      change: ({ script }) => ({
        script: script.replace('.filter((one) => one.toLowerCase()', '.filter((one) => !one.toLowerCase()'),
      }),
      steps: ['Type "lom" into "Street"', 'See "Lombard Street"'],
    },
    {
      bug: 'the panel opens with transparent letters',
      change: ({ script, body }) => ({
        script,
        body: `${body}<style>mat-expansion-panel p { color: transparent }</style>`,
      }),
      steps: ['Click the "Tools" tab', 'Click "Personal data"', 'See "Type your name and age"'],
    },
    {
      bug: 'the dialog lies under its backdrop, which is opaque',
      change: ({ script, body }) => ({
        script,
        body: `${body}<style>.cdk-overlay-backdrop { z-index: 2000 !important; background: black !important; opacity: 1 !important }</style>`,
      }),
      steps: [
        'Click the "Elements" tab',
        'Click "Delete" in the row "Lithium"',
        'See "Would you like to delete Lithium?"',
      ],
    },
  ],
};

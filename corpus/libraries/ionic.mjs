// https://ionicframework.com/docs/components: the custom elements build, as for a page without a framework.
export default {
  name: 'ionic',
  styles: ['@ionic/core/css/ionic.bundle.css'],
  script: `
    import { initialize, alertController, toastController, actionSheetController } from '@ionic/core/components';
    import { defineCustomElement as app } from '@ionic/core/components/ion-app.js';
    import { defineCustomElement as header } from '@ionic/core/components/ion-header.js';
    import { defineCustomElement as toolbar } from '@ionic/core/components/ion-toolbar.js';
    import { defineCustomElement as title } from '@ionic/core/components/ion-title.js';
    import { defineCustomElement as content } from '@ionic/core/components/ion-content.js';
    import { defineCustomElement as list } from '@ionic/core/components/ion-list.js';
    import { defineCustomElement as item } from '@ionic/core/components/ion-item.js';
    import { defineCustomElement as label } from '@ionic/core/components/ion-label.js';
    import { defineCustomElement as input } from '@ionic/core/components/ion-input.js';
    import { defineCustomElement as select } from '@ionic/core/components/ion-select.js';
    import { defineCustomElement as option } from '@ionic/core/components/ion-select-option.js';
    import { defineCustomElement as checkbox } from '@ionic/core/components/ion-checkbox.js';
    import { defineCustomElement as toggle } from '@ionic/core/components/ion-toggle.js';
    import { defineCustomElement as button } from '@ionic/core/components/ion-button.js';
    import { defineCustomElement as segment } from '@ionic/core/components/ion-segment.js';
    import { defineCustomElement as segmentButton } from '@ionic/core/components/ion-segment-button.js';
    import { defineCustomElement as searchbar } from '@ionic/core/components/ion-searchbar.js';
    import { defineCustomElement as alert } from '@ionic/core/components/ion-alert.js';
    import { defineCustomElement as toast } from '@ionic/core/components/ion-toast.js';
    import { defineCustomElement as sheet } from '@ionic/core/components/ion-action-sheet.js';
    import { defineCustomElement as popover } from '@ionic/core/components/ion-popover.js';
    import { defineCustomElement as selectPopover } from '@ionic/core/components/ion-select-popover.js';
    import { defineCustomElement as badge } from '@ionic/core/components/ion-badge.js';

    initialize();
    [app, header, toolbar, title, content, list, item, label, input, select, option, checkbox, toggle, button,
      segment, segmentButton, searchbar, alert, toast, sheet, popover, selectPopover, badge].forEach((define) => define());

    const $ = (id) => document.getElementById(id);
    const say = (text) => { $('out').textContent = text; };
    const cities = ['Bern', 'Bergen', 'Oslo', 'Osaka'];
    const show = (text) => {
      $('cities').innerHTML = cities.filter((city) => city.toLowerCase().includes(text.toLowerCase()))
        .map((city) => '<ion-item><ion-label>' + city + '</ion-label></ion-item>').join('');
    };
    show('');
    $('search').addEventListener('ionInput', (event) => show(event.detail.value ?? ''));
    $('level').addEventListener('ionChange', (event) => say('Level ' + event.detail.value));
    $('view').addEventListener('ionChange', (event) => {
      $('all').hidden = event.detail.value !== 'all';
      $('mine').hidden = event.detail.value !== 'mine';
    });
    $('book').addEventListener('click', () => say('Booked for ' + $('guest').value));
    $('news').addEventListener('ionChange', (event) => say(event.detail.checked ? 'Subscribed' : 'Unsubscribed'));
    $('cancel').addEventListener('click', async () => {
      const box = await alertController.create({
        header: 'Cancel the booking?',
        message: 'Room 12 will be free again.',
        buttons: [
          { text: 'No', role: 'cancel' },
          { text: 'Yes', handler: async () => {
            $('room').remove();
            const note = await toastController.create({ message: 'Booking cancelled', duration: 4000 });
            await note.present();
          } },
        ],
      });
      await box.present();
    });
    $('options').addEventListener('click', async () => {
      const box = await actionSheetController.create({
        header: 'Options',
        buttons: [
          { text: 'Rename', handler: () => say('Renamed') },
          { text: 'Move', handler: () => say('Moved') },
          { text: 'Close', role: 'cancel' },
        ],
      });
      await box.present();
    });
  `,
  body: `
    <ion-app>
      <ion-header><ion-toolbar><ion-title>Bookings</ion-title></ion-toolbar></ion-header>
      <ion-content class="ion-padding">
        <ion-item><ion-input id="guest" label="Guest" placeholder="Name of the guest"></ion-input></ion-item>
        <ion-item>
          <ion-select id="level" label="Level" placeholder="Pick one">
            <ion-select-option value="beginner">Beginner</ion-select-option>
            <ion-select-option value="advanced">Advanced</ion-select-option>
          </ion-select>
        </ion-item>
        <ion-item><ion-checkbox id="breakfast">With breakfast</ion-checkbox></ion-item>
        <ion-item><ion-toggle id="news">Newsletter</ion-toggle></ion-item>
        <ion-button id="book">Book</ion-button>
        <ion-button id="cancel" color="danger">Cancel booking</ion-button>
        <ion-button id="options" fill="outline">Options</ion-button>
        <ion-button disabled>Pay</ion-button>
        <p id="out"></p>
        <ion-list>
          <ion-item id="room"><ion-label>Room 12</ion-label><ion-badge slot="end">4</ion-badge></ion-item>
          <ion-item><ion-label>Room 1</ion-label><ion-badge slot="end">9</ion-badge></ion-item>
        </ion-list>
        <ion-segment id="view" value="all">
          <ion-segment-button value="all"><ion-label>Everyone</ion-label></ion-segment-button>
          <ion-segment-button value="mine"><ion-label>Only mine</ion-label></ion-segment-button>
        </ion-segment>
        <p id="all">All 27 bookings</p>
        <p id="mine" hidden>My 2 bookings</p>
        <ion-searchbar id="search" placeholder="Search a city"></ion-searchbar>
        <ion-list id="cities"></ion-list>
      </ion-content>
    </ion-app>
  `,
  right: [
    { steps: ['Type "Grace Hopper" into "Guest"', 'Click "Book"', 'See "Booked for Grace Hopper"'] },
    {
      steps: [
        'Click "Cancel booking"',
        'See "Cancel the booking?"',
        'Click "Yes"',
        'See "Booking cancelled"',
        'Do not see "Room 12"',
      ],
    },
    {
      steps: [
        'Click "Cancel booking"',
        'Click "No"',
        'Wait until "Cancel the booking?" disappears',
        'See "Room 12"',
      ],
    },
    { steps: ['Check "With breakfast"', '"With breakfast" is checked', 'The "Newsletter" switch is off'] },
    { steps: ['Turn on "Newsletter"', 'See "Subscribed"', 'The "Newsletter" switch is on'] },
    {
      steps: [
        'See "All 27 bookings"',
        'Click "Only mine"',
        'See "My 2 bookings"',
        'Do not see "All 27 bookings"',
      ],
    },
    {
      steps: [
        'Click "Level"',
        'Choose "Advanced"',
        'Click "OK"',
        'See "Level advanced"',
        'See "Advanced" in "Level"',
      ],
    },
    { steps: ['Click the "Options" button', 'Click "Move"', 'See "Moved"'] },
    {
      steps: ['Type "ber" into "Search a city"', 'See "Bern"', 'See "Bergen"', 'Do not see "Oslo"'],
    },
    { steps: ['The "Pay" button is disabled', 'The "Book" button is enabled'] },
    {
      steps: [
        'See "4" in the list item "Room 12"',
        'See "9" in the list item "Room 1"',
        'See 6 list items',
        'See "Bergen" before "Osaka"',
      ],
    },
    { steps: ['Select "Beginner" from "Level"', 'See "Level beginner"'] },
  ],
  broken: [
    {
      bug: "the rooms have each other's guests",
      change: ({ body, script }) => ({
        body: body.replace('>4<', '>x<').replace('>9<', '>4<').replace('>x<', '>9<'),
        script,
      }),
      steps: ['See "9" in the list item "Room 1"'],
    },
    {
      bug: 'the booking stays',
      change: ({ body, script }) => ({ body, script: script.replace("$('room').remove();", '') }),
      steps: ['Click "Cancel booking"', 'Click "Yes"', 'Do not see "Room 12"'],
    },
    {
      bug: 'the toast never comes',
      change: ({ body, script }) => ({ body, script: script.replace('await note.present();', '') }),
      steps: ['Click "Cancel booking"', 'Click "Yes"', 'See "Booking cancelled"'],
    },
    {
      bug: 'both views are shown',
      change: ({ body, script }) => ({
        body,
        script: script.replace("$('all').hidden = event.detail.value !== 'all';", ''),
      }),
      steps: ['Click "Only mine"', 'See "My 2 bookings"', 'Do not see "All 27 bookings"'],
    },
    {
      bug: 'the toggle goes back',
      change: ({ body, script }) => ({
        body,
        script: script.replace(
          "say(event.detail.checked ? 'Subscribed' : 'Unsubscribed')",
          "setTimeout(() => { $('news').checked = false; }, 50)",
        ),
      }),
      steps: ['Turn on "Newsletter"', 'The "Newsletter" switch is on'],
    },
    {
      bug: 'the search finds everything',
      change: ({ body, script }) => ({
        body,
        script: script.replace("show(event.detail.value ?? '')", "show('')"),
      }),
      steps: ['Type "ber" into "Search a city"', 'See "Bern"', 'Do not see "Oslo"'],
    },
  ],
};

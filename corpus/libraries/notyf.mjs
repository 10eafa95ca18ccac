// https://github.com/caroso1222/notyf: toasts of several kinds, one that stays, one that can be dismissed.
export default {
  name: 'notyf',
  styles: ['notyf/notyf.min.css'],
  script: `
    import { Notyf } from 'notyf';

    const notyf = new Notyf({
      duration: 2500,
      position: { x: 'right', y: 'top' },
      types: [{ type: 'info', background: 'blue', icon: false }],
    });
    const $ = (id) => document.getElementById(id);
    $('save').addEventListener('click', () => {
      $('save').disabled = true;
      setTimeout(() => {
        $('save').disabled = false;
        if ($('title').value === '') notyf.error('Please fill out the title');
        else notyf.success('Your changes have been saved');
      }, 300);
    });
    $('info').addEventListener('click', () => notyf.open({ type: 'info', message: 'Send us <b>an email</b> to get support' }));
    $('keep').addEventListener('click', () => {
      const stay = notyf.success({ message: 'Click me to see the order', duration: 0, dismissible: true });
      stay.on('click', () => { $('out').textContent = 'Order 1 is open'; });
    });
    let count = 0;
    $('more').addEventListener('click', () => { count += 1; notyf.success({ message: 'Message ' + count, duration: 0 }); });
    $('clear').addEventListener('click', () => notyf.dismissAll());
  `,
  body: `
    <style>body { font-family: sans-serif }</style>
    <p><label>Title <input id="title"></label> <button id="save">Save</button></p>
    <p><button id="info">Help</button> <button id="keep">Order</button> <button id="more">One more</button> <button id="clear">Clear all</button></p>
    <p id="out"></p>
  `,
  right: [
    { steps: ['Type "Plan" into "Title"', 'Click "Save"', 'See "Your changes have been saved"'] },
    {
      steps: [
        'Click "Save"',
        'See "Please fill out the title"',
        'Do not see "Your changes have been saved"',
        'The "Save" button is enabled',
      ],
    },
    { steps: ['Click "Help"', 'See "Send us an email to get support"'] },
    {
      steps: [
        'Click "Help"',
        'See "Send us an email to get support"',
        'Wait until "Send us an email to get support" disappears',
      ],
    },
    { steps: ['Click "Order"', 'Click "Click me to see the order"', 'See "Order 1 is open"'] },
    {
      steps: [
        'Click "Order"',
        'Wait 3 seconds',
        'See "Click me to see the order"',
        'Click "Clear all"',
        'Do not see "Click me to see the order"',
      ],
    },
    {
      steps: [
        'Click "One more"',
        'Click "One more"',
        'See "Message 1" and "Message 2"',
        'See "Message 1" exactly once',
      ],
    },
    {
      steps: [
        'Click "Save"',
        'See "Please fill out the title"',
        'Type "Plan" into "Title"',
        'Click "Save"',
        'See "Your changes have been saved"',
      ],
    },
    { steps: ['Do not see "Message 1"', 'There are 5 buttons', 'The "Title" field is empty'] },
  ],
  broken: [
    {
      bug: 'the toast never comes',
      change: ({ script }) => ({
        script: script.replace("notyf.success('Your changes have been saved');", '{}'),
      }),
      steps: ['Type "Plan" into "Title"', 'Click "Save"', 'See "Your changes have been saved"'],
    },
    {
      bug: 'the toast says that nothing was saved',
      change: ({ script }) => ({
        script: script.replace("'Your changes have been saved'", "'Your changes have not been saved'"),
      }),
      steps: ['Type "Plan" into "Title"', 'Click "Save"', 'See "Your changes have been saved"'],
    },
    {
      bug: 'the letters are transparent',
      change: ({ body }) => ({
        body: body.replace('</style>', '.notyf__message { color: transparent }</style>'),
      }),
      steps: ['Click "Help"', 'See "Send us an email to get support"'],
    },
    {
      bug: 'the toasts are outside of the window',
      change: ({ body }) => ({
        body: body.replace('</style>', '.notyf { transform: translateX(2000px) }</style>'),
      }),
      steps: ['Click "Help"', 'See "Send us an email to get support"'],
    },
    {
      bug: 'the button stays disabled',
      change: ({ script }) => ({ script: script.replace("$('save').disabled = false;", '') }),
      steps: ['Click "Save"', 'See "Please fill out the title"', 'The "Save" button is enabled'],
    },
    {
      bug: 'order 10 is opened',
      change: ({ script }) => ({ script: script.replace('Order 1 is open', 'Order 10 is open') }),
      steps: ['Click "Order"', 'Click "Click me to see the order"', 'See "Order 1"'],
    },
  ],
};

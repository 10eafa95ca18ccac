// https://refreshless.com/nouislider: one handle with its value, a range, steps with pips, and a toggle.
export default {
  name: 'nouislider',
  styles: ['nouislider/dist/nouislider.css'],
  script: `
    import noUiSlider from 'nouislider';

    const $ = (id) => document.getElementById(id);
    const whole = { to: (value) => String(Math.round(value)), from: Number };
    noUiSlider.create($('volume'), {
      start: 40, step: 5, connect: 'lower', range: { min: 0, max: 100 }, format: whole,
      handleAttributes: [{ 'aria-label': 'Volume' }],
    });
    $('volume').noUiSlider.on('update', ([value]) => { $('volume-value').textContent = 'Volume ' + value; });
    noUiSlider.create($('price'), {
      start: [20, 80], step: 10, connect: true, tooltips: true, range: { min: 0, max: 100 }, format: whole,
      handleAttributes: [{ 'aria-label': 'Lowest price' }, { 'aria-label': 'Highest price' }],
    });
    $('price').noUiSlider.on('update', ([low, high]) => { $('price-value').textContent = 'From ' + low + ' to ' + high; });
    noUiSlider.create($('size'), {
      start: 1, step: 1, range: { min: 0, max: 4 }, format: whole,
      handleAttributes: [{ 'aria-label': 'Size' }],
      pips: { mode: 'steps', density: 25, format: { to: (value) => ['XS', 'S', 'M', 'L', 'XL'][value] } },
    });
    $('size').noUiSlider.on('update', ([value]) => { $('size-value').textContent = 'Size number ' + value; });
    for (const pip of $('size').querySelectorAll('.noUi-value'))
      pip.addEventListener('click', () => $('size').noUiSlider.set(pip.getAttribute('data-value')));
    $('mute').addEventListener('click', () => { $('volume').noUiSlider.set(0); $('volume').noUiSlider.disable(); });
    $('reset').addEventListener('click', () => { for (const id of ['volume', 'price', 'size']) $(id).noUiSlider.reset(); });
  `,
  body: `
    <style>body { font-family: sans-serif; max-width: 500px; padding: 0 30px } .slider { margin: 60px 0 12px }</style>
    <div id="volume" class="slider"></div><p id="volume-value"></p>
    <div id="price" class="slider"></div><p id="price-value"></p>
    <div id="size" class="slider" style="margin-bottom:50px"></div><p id="size-value"></p>
    <button id="mute">Mute</button> <button id="reset">Reset</button>
  `,
  right: [
    { steps: ['See "Volume 40"', 'See "From 20 to 80"', 'See "Size number 1"'] },
    { steps: ['Press ArrowRight in "Volume"', 'See "Volume 45"', '"Volume" is "45"'] },
    {
      steps: [
        'Press ArrowLeft in the "Highest price" slider',
        'See "From 20 to 70"',
        'The "Highest price" slider has the value "70"',
        '"Lowest price" is "20"',
      ],
    },
    { steps: ['Press End in "Lowest price"', 'See "From 80 to 80"'] },
    { steps: ['Click "XL"', 'See "Size number 4"', 'Click "M"', 'See "Size number 2"'] },
    { steps: ['Click "Mute"', 'See "Volume 0"', 'The "Volume" slider is disabled', '"Volume" is "0"'] },
    { steps: ['Press Home in "Volume"', 'See "Volume 0"', 'Click "Reset"', 'See "Volume 40"'] },
    { steps: ['Set "Volume" to "70"', 'See "Volume 70"', 'The "Volume" slider has the value "70"'] },
    { steps: ['Drag the "Lowest price" slider to the "Highest price" slider', 'See "From 80 to 80"'] },
    { steps: ['See "XS", "S", "M" and "XL"', 'See 4 sliders', 'The "Volume" slider is enabled'] },
  ],
  broken: [
    {
      bug: 'the value is not told',
      change: ({ script }) => ({
        script: script.replace("$('volume').noUiSlider.on('update'", "$('volume').noUiSlider.on('set'"),
      }),
      steps: ['See "Volume 40"'],
    },
    {
      bug: 'the step is one',
      change: ({ script }) => ({ script: script.replace('start: 40, step: 5', 'start: 40, step: 1') }),
      steps: ['Press ArrowRight in "Volume"', 'See "Volume 45"'],
    },
    {
      bug: 'the prices change places',
      change: ({ script }) => ({
        script: script.replace("'From ' + low + ' to ' + high", "'From ' + high + ' to ' + low"),
      }),
      steps: ['Press ArrowLeft in "Highest price"', 'See "From 20 to 70"'],
    },
    {
      bug: 'a mute slider can be moved',
      change: ({ script }) => ({ script: script.replace(" $('volume').noUiSlider.disable();", '') }),
      steps: ['Click "Mute"', 'The "Volume" slider is disabled'],
    },
    {
      bug: 'the volume goes back',
      change: ({ script }) => ({
        script: script.replace(
          "$('mute').addEventListener",
          "$('volume').noUiSlider.on('change', () => setTimeout(() => $('volume').noUiSlider.set(40), 200)); $('mute').addEventListener",
        ),
      }),
      steps: ['Press ArrowRight in "Volume"', '"Volume" is "45"'],
    },
    {
      bug: 'XL is the fourth of five',
      change: ({ script }) => ({ script: script.replace("'L', 'XL'", "'XL', 'XXL'") }),
      steps: ['Click "XL"', 'See "Size number 4"'],
    },
  ],
};

import { page, routes } from './serve.mjs';

const numberFormat = 'the German price has the English format';
const encoding = 'German umlauts are decoded wrongly';
const reversed = 'the Arabic greeting is written from the wrong end';
const untranslated = 'a Japanese text is missing and its key is shown';

const texts = {
  de: {
    dir: 'ltr',
    name: 'Deutsch',
    greeting: 'Schöne Grüße aus Köln',
    price: 'Preis: 1.234,50 €',
    pay: 'Zur Kasse',
  },
  ar: {
    dir: 'rtl',
    name: 'العربية',
    greeting: 'مرحبا بكم في متجرنا',
    price: 'السعر: ١٬٢٣٤٫٥٠ €',
    pay: 'إتمام الشراء',
  },
  ja: {
    dir: 'ltr',
    name: '日本語',
    greeting: 'ようこそ、東京店へ',
    price: '価格：￥1,234',
    pay: '購入手続きへ',
  },
};

/** German, Arabic from right to left, and Japanese, with their formats of numbers. The price holds a no-break space. */
export const languages = {
  name: 'internationalised',
  targetUrl: (url) => `${url}/ja`,
  sentences: () => [
    'Go to /de',
    'See „Schöne Grüße aus Köln“',
    'See "Preis: 1.234,50 €"',
    'Click «Zur Kasse»',
    'See “Vielen Dank, Jürgen Müßig”',
    'Click the "العربية" link',
    'See "مرحبا بكم في متجرنا"',
    'See the "إتمام الشراء" button',
    "Click the '日本語' link",
    "See 'ようこそ、東京店へ'",
    "See the '購入手続きへ' button",
    'The page title contains "日本語"',
  ],
  bugs: [
    { name: numberFormat, issue: /1\.234,50 €.*1,234\.50 €/ },
    { name: encoding, issue: /Schöne Grüße aus Köln.*SchÃ¶ne GrÃ¼/ },
    { name: reversed, issue: /مرحبا بكم في متجرنا/ },
    { name: untranslated, issue: /購入手続きへ/ },
  ],
  serve(bug) {
    const shown = structuredClone(texts);
    if (bug === numberFormat) shown.de.price = 'Preis: 1,234.50 €';
    if (bug === encoding) shown.de.greeting = Buffer.from(texts.de.greeting, 'utf8').toString('latin1');
    if (bug === reversed) shown.ar.greeting = [...texts.ar.greeting].reverse().join('');
    if (bug === untranslated) shown.ja.pay = 'checkout.button.label';
    return routes({
      'GET /de': ({ html }) => html(storefront('de', shown.de)),
      'GET /ar': ({ html }) => html(storefront('ar', shown.ar)),
      'GET /ja': ({ html }) => html(storefront('ja', shown.ja)),
    });
  },
};

function storefront(lang, { dir, name, greeting, price, pay }) {
  const links = Object.entries(texts).map(
    ([code, text]) => `<a href="/${code}" lang="${code}">${text.name}</a>`,
  );
  return page({
    lang,
    dir,
    title: name,
    body: `<nav>${links.join(' ')}</nav><main><h1>${greeting}</h1><p>${price.replace(' €', '&nbsp;€')}</p>
<button>${pay}</button><p id="thanks" role="status"></p></main>`,
    client: thank,
  });
}

function thank() {
  document.querySelector('button').addEventListener('click', () => {
    document.querySelector('#thanks').textContent = 'Vielen Dank, Jürgen Müßig';
  });
}

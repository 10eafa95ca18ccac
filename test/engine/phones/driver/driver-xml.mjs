export function serialise({ tag, attributes, children }) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const inner = children.map(serialise).join('');
  return inner === '' ? `<${tag}${written.join('')}/>` : `<${tag}${written.join('')}>${inner}</${tag}>`;
}

function escaped(text) {
  return text.replace(/[&<>"\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

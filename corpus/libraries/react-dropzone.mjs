export default {
  name: 'react-dropzone',
  script: `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useDropzone } from 'react-dropzone';

function Zone({ title, options, children }) {
  const [files, setFiles] = useState([]);
  const [refused, setRefused] = useState([]);
  const { getRootProps, getInputProps, open } = useDropzone({
    ...options,
    onDrop: (accepted, rejections) => { setFiles((old) => [...old, ...accepted]); setRefused(rejections); },
  });
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <div {...getRootProps({ className: 'zone' })}><input {...getInputProps()} /><p>{children}</p></div>
      {options.noClick && <button type="button" onClick={open}>Open file dialog</button>}
      <h4>{files.length + (files.length === 1 ? ' file' : ' files')}</h4>
      <ul>{files.map((file) => <li key={file.name}>{file.name + ' - ' + file.size + ' bytes'} <button onClick={() => setFiles(files.filter((one) => one !== file))}>Remove</button></li>)}</ul>
      {refused.map(({ file, errors }) => <p key={file.name} role="alert">{file.name + ': ' + errors.map((one) => one.message).join(', ')}</p>)}
    </section>
  );
}

createRoot(document.getElementById('root')).render(
  <div style={{ display: 'flex', gap: 40 }}>
    <Zone title="Documents" options={{}}>Drag some files here, or click to select files</Zone>
    <Zone title="Pictures" options={{ accept: { 'image/png': ['.png'] }, maxFiles: 2 }}>Only *.png images will be accepted</Zone>
    <Zone title="Table" options={{ noClick: true, noKeyboard: true, maxSize: 40 }}>Drop a small table here</Zone>
  </div>,
);
`,
  styles: [],
  body: '<style>body { font: 15px sans-serif } .zone { border: 2px dashed #999; padding: 20px; background: #fafafa; width: 300px }</style><div id="root"></div>',
  right: [
    {
      steps: [
        'Upload "notes.txt" with the content "hello" to "Documents"',
        'See "notes.txt - 5 bytes"',
        'See "1 file" in the section "Documents"',
      ],
    },
    { steps: ['Upload "notes.txt" to "Drag some files here, or click to select files"', 'See "notes.txt"'] },
    {
      steps: [
        'Upload "a.txt" with the content "one" to "Documents"',
        'Upload "b.txt" with the content "three" to "Documents"',
        'See "2 files" in the section "Documents"',
        'See "a.txt" before "b.txt"',
        'See 2 list items',
      ],
    },
    {
      steps: [
        'Upload "a.txt" with the content "one" to "Drag some files here, or click to select files"',
        'Upload "b.txt" with the content "three" to "Drag some files here, or click to select files"',
        'Click the first "Remove" button',
        'Do not see "a.txt"',
        'See "b.txt - 5 bytes"',
      ],
    },
    {
      steps: [
        'Upload "photo.png" to "Pictures"',
        'See "photo.png" in the section "Pictures"',
        'See "1 file" in the section "Pictures"',
      ],
    },
    {
      steps: [
        'Upload "letter.pdf" to "Only *.png images will be accepted"',
        'See "letter.pdf: File type must be"',
        'See "0 files" in the section "Pictures"',
      ],
    },
    {
      steps: [
        'Upload "a.txt" with the content "one" to "Drag some files here, or click to select files"',
        'Click "Remove"',
        'See "0 files" in the section "Documents"',
        'Do not see "a.txt"',
      ],
    },
    {
      steps: [
        'Upload "big.csv" with the content "name,age,street,city,country,telephone,mobile" to "Table"',
        'See "File is larger than 40 bytes"',
        'Do not see "1 file"',
      ],
    },
    {
      steps: [
        'See "Only *.png images will be accepted" in the section "Pictures"',
        'See the button "Open file dialog"',
        'See "0 files" 3 times',
      ],
    },
  ],
  broken: [
    {
      bug: 'the file is not listed',
      change: ({ script }) => ({ script: script.replace('[...old, ...accepted]', 'old') }),
      steps: [
        'Upload "notes.txt" with the content "hello" to "Drag some files here, or click to select files"',
        'See "notes.txt - 5 bytes"',
      ],
    },
    {
      bug: 'the wrong file is removed',
      change: ({ script }) => ({
        script: script.replace('files.filter((one) => one !== file)', 'files.slice(0, -1)'),
      }),
      steps: [
        'Upload "a.txt" with the content "one" to "Drag some files here, or click to select files"',
        'Upload "b.txt" with the content "three" to "Drag some files here, or click to select files"',
        'Click the first "Remove" button',
        'Do not see "a.txt"',
      ],
    },
    {
      bug: 'every kind is taken',
      change: ({ script }) => ({ script: script.replace("accept: { 'image/png': ['.png'] }, ", '') }),
      steps: [
        'Upload "letter.pdf" to "Only *.png images will be accepted"',
        'See "0 files" in the section "Pictures"',
      ],
    },
    {
      bug: 'the refusal is not shown',
      change: ({ script }) => ({
        script: script.replace('role="alert"', 'role="alert" style={{ position: "absolute", left: -9999 }}'),
      }),
      steps: [
        'Upload "letter.pdf" to "Only *.png images will be accepted"',
        'See "letter.pdf: File type must be"',
      ],
    },
  ],
};

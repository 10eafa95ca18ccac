import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element "root"');
createRoot(root).render(
  <StrictMode>
    <h1>Gantry</h1>
  </StrictMode>,
);

const invoices = ['Click the "Invoices" tab'];

export default {
  name: 'mui',
  script: `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  Accordion, AccordionDetails, AccordionSummary, Alert, AppBar, Autocomplete, Box, Button, Checkbox, Chip,
  CssBaseline, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, FormControl, FormControlLabel,
  FormLabel, InputLabel, Menu, MenuItem, Paper, Radio, RadioGroup, Select, Snackbar, Switch, Tab, Table, TableBody,
  TableCell, TableContainer, TableHead, TableRow, TablePagination, Tabs, TextField, Toolbar, Tooltip, Typography,
} from '@mui/material';

const films = ['The Godfather', 'The Godfather: Part II', 'Pulp Fiction', 'Fight Club', 'City of God', 'Amélie'];
const orders = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1, name: 'Order ' + (index + 1), total: '$' + (index + 1) * 10 + '.00', paid: index % 3 === 1,
}));

function App() {
  const [tab, setTab] = useState(0);
  const [anchor, setAnchor] = useState(null);
  const [note, setNote] = useState('Nothing chosen yet');
  const choose = (what) => { setAnchor(null); setNote('Opened ' + what); };
  return (
    <Box>
      <CssBaseline />
      <AppBar position="static">
        <Toolbar>
          <Typography variant="h6" component="h1" sx={{ flexGrow: 1 }}>Workshop</Typography>
          <Button color="inherit" aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>Account</Button>
          <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
            <MenuItem onClick={() => choose('the profile')}>Profile</MenuItem>
            <MenuItem disabled>Billing</MenuItem>
            <MenuItem onClick={() => choose('the exit')}>Logout</MenuItem>
          </Menu>
        </Toolbar>
      </AppBar>
      <Typography sx={{ p: 1 }}>{note}</Typography>
      <Tabs value={tab} onChange={(_, value) => setTab(value)}>
        <Tab label="Settings" /><Tab label="Invoices" /><Tab label="Help" />
      </Tabs>
      <Box sx={{ p: 3 }}>
        {tab === 0 && <Settings />}
        {tab === 1 && <Invoices />}
        {tab === 2 && <Help />}
      </Box>
    </Box>
  );
}

function Settings() {
  const [email, setEmail] = useState('');
  const [age, setAge] = useState('');
  const [film, setFilm] = useState(null);
  const [agreed, setAgreed] = useState(false);
  const [wifi, setWifi] = useState(true);
  const [delivery, setDelivery] = useState('standard');
  const [toast, setToast] = useState('');
  const isBad = email !== '' && !email.includes('@');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 420 }}>
      <TextField label="Email" required value={email} onChange={(event) => setEmail(event.target.value)}
        error={isBad} helperText={isBad ? 'This is not an e-mail address' : ' '} />
      <FormControl fullWidth>
        <InputLabel id="age-label">Age</InputLabel>
        <Select labelId="age-label" id="age" value={age} label="Age" onChange={(event) => setAge(event.target.value)}>
          <MenuItem value={10}>Ten</MenuItem>
          <MenuItem value={20}>Twenty</MenuItem>
          <MenuItem value={30}>Thirty</MenuItem>
        </Select>
      </FormControl>
      <Autocomplete options={films} value={film} onChange={(_, value) => setFilm(value)}
        renderInput={(params) => <TextField {...params} label="Movie" />} />
      <FormControl>
        <FormLabel id="delivery">Delivery</FormLabel>
        <RadioGroup row aria-labelledby="delivery" value={delivery} onChange={(event) => setDelivery(event.target.value)}>
          <FormControlLabel value="standard" control={<Radio />} label="Standard" />
          <FormControlLabel value="express" control={<Radio />} label="Express" />
        </RadioGroup>
      </FormControl>
      <FormControlLabel control={<Switch checked={wifi} onChange={(event) => setWifi(event.target.checked)} />} label="Wi-Fi" />
      <FormControlLabel control={<Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />} label="I agree to the terms" />
      <Typography>{'Age: ' + (age || 'unknown') + ', film: ' + (film ?? 'none') + ', delivery: ' + delivery}</Typography>
      <Button variant="contained" disabled={!agreed} onClick={() => setToast('Settings saved')}>Save</Button>
      <Snackbar open={toast !== ''} autoHideDuration={6000} onClose={() => setToast('')}>
        <Alert severity="success" variant="filled" onClose={() => setToast('')}>{toast}</Alert>
      </Snackbar>
    </Box>
  );
}

function Invoices() {
  const [rows, setRows] = useState(orders);
  const [page, setPage] = useState(0);
  const [doomed, setDoomed] = useState(null);
  const pay = (row) => setRows(rows.map((one) => (one.id === row.id ? { ...one, paid: true } : one)));
  const remove = () => { setRows(rows.filter((one) => one.id !== doomed.id)); setDoomed(null); };
  return (
    <>
      <TableContainer component={Paper}>
        <Table aria-label="Invoices" size="small">
          <TableHead>
            <TableRow><TableCell>Name</TableCell><TableCell align="right">Total</TableCell><TableCell>State</TableCell><TableCell>Actions</TableCell></TableRow>
          </TableHead>
          <TableBody>
            {rows.slice(page * 5, page * 5 + 5).map((row) => (
              <TableRow key={row.id} hover>
                <TableCell component="th" scope="row">{row.name}</TableCell>
                <TableCell align="right">{row.total}</TableCell>
                <TableCell><Chip size="small" label={row.paid ? 'Paid' : 'Open'} color={row.paid ? 'success' : 'default'} /></TableCell>
                <TableCell>
                  <Button size="small" disabled={row.paid} onClick={() => pay(row)}>Mark as paid</Button>
                  <Tooltip title="Delete for ever"><Button size="small" color="error" onClick={() => setDoomed(row)}>Delete</Button></Tooltip>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        <TablePagination component="div" count={rows.length} rowsPerPage={5} rowsPerPageOptions={[5]} page={page} onPageChange={(_, value) => setPage(value)} />
      </TableContainer>
      <Dialog open={doomed !== null} onClose={() => setDoomed(null)}>
        <DialogTitle>{'Delete ' + doomed?.name + '?'}</DialogTitle>
        <DialogContent><DialogContentText>This cannot be undone.</DialogContentText></DialogContent>
        <DialogActions>
          <Button onClick={() => setDoomed(null)}>Cancel</Button>
          <Button color="error" onClick={remove}>Delete</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function Help() {
  return (
    <Box>
      <Accordion><AccordionSummary>How long does it take?</AccordionSummary><AccordionDetails>Two working days.</AccordionDetails></Accordion>
      <Accordion><AccordionSummary>Can I send it back?</AccordionSummary><AccordionDetails>Within a month.</AccordionDetails></Accordion>
    </Box>
  );
}

createRoot(document.getElementById('root')).render(<App />);
`,
  styles: [],
  body: '<div id="root"></div>',
  right: [
    {
      steps: [
        'The "Save" button is disabled',
        'Check "I agree to the terms"',
        'Click "Save"',
        'See "Settings saved"',
      ],
    },
    {
      steps: [
        'Select "Twenty" from "Age"',
        'See "Age: 20"',
        '"Twenty" is selected in "Age"',
        'The "Age" dropdown is set to "Twenty"',
      ],
    },
    {
      steps: [
        'Select "Pulp Fiction" from "Movie"',
        'See "film: Pulp Fiction"',
        'The "Movie" field has the value "Pulp Fiction"',
      ],
    },
    {
      steps: [
        'Type "Godf" into "Movie"',
        'Click "The Godfather: Part II"',
        'See "film: The Godfather: Part II"',
      ],
    },
    {
      steps: [
        'Type "anna" into "Email"',
        'See "This is not an e-mail address"',
        'Type "anna@example.com" into "Email"',
        'Do not see "This is not an e-mail address"',
      ],
    },
    {
      steps: [
        'The "Wi-Fi" switch is on',
        'Turn off "Wi-Fi"',
        'The "Wi-Fi" switch is off',
        'Choose "Express"',
        'See "delivery: express"',
      ],
    },
    {
      steps: [
        'Do not see "Logout"',
        'Click "Account"',
        'The "Billing" menu item is disabled',
        'Click "Profile"',
        'See "Opened the profile"',
      ],
    },
    {
      steps: [
        ...invoices,
        'See 5 rows',
        'See "$30.00" in the row "Order 3"',
        'See "Paid" in the row "Order 2"',
      ],
    },
    {
      steps: [
        ...invoices,
        'Click "Mark as paid" in the row "Order 1"',
        'See "Paid" in the row "Order 1"',
        'The "Mark as paid" button in the row "Order 1" is disabled',
        'See "Open" in the row "Order 3"',
      ],
    },
    {
      steps: [
        ...invoices,
        'Click "Delete" in the row "Order 3"',
        'See "Delete Order 3?" in the dialog',
        'Click the "Delete" button in the dialog "Delete Order 3?"',
        'The dialog is gone',
        'Do not see "Order 3"',
      ],
    },
    {
      steps: [
        ...invoices,
        'See "1–5 of 12"',
        'Click "Go to next page"',
        'See "Order 10"',
        'Do not see "Order 1"',
        'See "6–10 of 12"',
      ],
    },
    {
      steps: [
        ...invoices,
        'Hover over "Delete" in the row "Order 4"',
        'See "Delete for ever"',
        '"Order 4" is below "Order 3"',
      ],
    },
    {
      steps: [
        'Click the "Help" tab',
        'The "Help" tab is selected',
        'Do not see "Two working days."',
        'Click "How long does it take?"',
        'See "Two working days."',
      ],
    },
  ],
  broken: [
    {
      bug: 'the toast never comes',
      change: ({ script }) => ({ script: script.replace("setToast('Settings saved')", "setToast('')") }),
      steps: ['Check "I agree to the terms"', 'Click "Save"', 'See "Settings saved"'],
    },
    {
      bug: 'the button stays disabled',
      change: ({ script }) => ({ script: script.replace('disabled={!agreed}', 'disabled') }),
      steps: ['Check "I agree to the terms"', 'The "Save" button is enabled'],
    },
    {
      bug: 'the row after the right one is deleted',
      change: ({ script }) => ({
        script: script.replace('one.id !== doomed.id', 'one.id !== doomed.id + 1'),
      }),
      steps: [
        ...invoices,
        'Click "Delete" in the row "Order 3"',
        'Click the "Delete" button in the dialog "Delete Order 3?"',
        'Do not see "Order 3"',
      ],
    },
    {
      bug: 'Order 10 is paid in place of Order 1',
      change: ({ script }) => ({
        script: script.replace('one.id === row.id', 'one.id === row.id * 10'),
      }),
      steps: [...invoices, 'Click "Mark as paid" in the row "Order 1"', 'See "Paid" in the row "Order 1"'],
    },
    {
      bug: 'the answer of the accordion stays collapsed',
      change: ({ script }) => ({ script: script.replace('<Accordion><', '<Accordion expanded={false}><') }),
      steps: ['Click the "Help" tab', 'Click "How long does it take?"', 'See "Two working days."'],
    },
    {
      bug: 'the choice goes back to what it was',
      change: ({ script }) => ({
        script: script.replace(
          'setAge(event.target.value)',
          "{ setAge(event.target.value); setTimeout(() => setAge(''), 300); }",
        ),
      }),
      steps: ['Select "Twenty" from "Age"', '"Twenty" is selected in "Age"'],
    },
    {
      bug: 'the toast is there but transparent',
      change: ({ script }) => ({
        script: script.replace('<Alert severity', '<Alert style={{ opacity: 0 }} severity'),
      }),
      steps: ['Check "I agree to the terms"', 'Click "Save"', 'See "Settings saved"'],
    },
    {
      bug: 'the menu leads elsewhere',
      change: ({ script }) => ({ script: script.replace("choose('the profile')", "choose('the exit')") }),
      steps: ['Click "Account"', 'Click "Profile"', 'See "Opened the profile"'],
    },
  ],
};

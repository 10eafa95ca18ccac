// https://getbootstrap.com/docs/5.3: modal, dropdown, collapse, tabs, toast, off-canvas, tooltip, forms, table, carousel.
export default {
  name: 'bootstrap',
  styles: ['bootstrap/dist/css/bootstrap.css'],
  script: `
    import { Modal, Toast, Tooltip } from 'bootstrap';

    const $ = (id) => document.getElementById(id);
    document.querySelectorAll('[data-bs-toggle="tooltip"]').forEach((one) => new Tooltip(one));
    $('form').addEventListener('submit', (event) => {
      event.preventDefault();
      $('form').classList.add('was-validated');
      if (!$('form').checkValidity()) return;
      $('toastText').textContent = 'Thank you, ' + $('name').value;
      new Toast($('toast')).show();
    });
    let target = null;
    document.querySelectorAll('[data-order]').forEach((button) => button.addEventListener('click', () => {
      target = button.closest('tr');
      Modal.getOrCreateInstance($('modal')).show();
    }));
    $('yes').addEventListener('click', () => {
      target.querySelector('.badge').textContent = 'Paid';
      target.querySelector('.badge').className = 'badge text-bg-success';
      target.querySelector('[data-order]').disabled = true;
      Modal.getInstance($('modal')).hide();
    });
  `,
  body: `
    <div class="container py-3">
      <nav class="mb-3 d-flex gap-2">
        <div class="dropdown">
          <button class="btn btn-secondary dropdown-toggle" data-bs-toggle="dropdown">File</button>
          <ul class="dropdown-menu">
            <li><a class="dropdown-item" href="#export">Export</a></li>
            <li><a class="dropdown-item disabled" aria-disabled="true">Import</a></li>
          </ul>
        </div>
        <button class="btn btn-outline-secondary" data-bs-toggle="offcanvas" data-bs-target="#side">Basket <span class="badge text-bg-danger">2</span></button>
        <button class="btn btn-outline-secondary" data-bs-toggle="tooltip" data-bs-title="Opens on Monday">Help</button>
        <button class="btn btn-outline-secondary" data-bs-toggle="collapse" data-bs-target="#more">More details</button>
      </nav>
      <div class="collapse" id="more"><div class="card card-body mb-3">Delivered within 3 days.</div></div>
      <form id="form" novalidate class="row g-2 mb-3">
        <div class="col-4 form-floating">
          <input id="name" class="form-control" placeholder="Name" required><label for="name">Name</label>
          <div class="invalid-feedback">Please tell us your name</div>
        </div>
        <div class="col-4 form-floating">
          <select id="size" class="form-select"><option>Small</option><option>Large</option></select><label for="size">Size</label>
        </div>
        <div class="col-2"><div class="form-check form-switch">
          <input class="form-check-input" type="checkbox" role="switch" id="gift"><label class="form-check-label" for="gift">Gift wrap</label></div></div>
        <div class="col-2 btn-group">
          <input type="radio" class="btn-check" name="pay" id="card" checked><label class="btn btn-outline-primary" for="card">Card</label>
          <input type="radio" class="btn-check" name="pay" id="cash"><label class="btn btn-outline-primary" for="cash">Cash</label>
        </div>
        <div><button class="btn btn-primary">Send</button></div>
      </form>
      <table class="table">
        <thead><tr><th>Order</th><th>Amount</th><th>State</th><th></th></tr></thead>
        <tbody>
          <tr><td>Order 1</td><td>$10</td><td><span class="badge text-bg-warning">Not paid</span></td><td><button class="btn btn-sm btn-success" data-order>Pay</button></td></tr>
          <tr><td>Order 10</td><td>$100</td><td><span class="badge text-bg-warning">Not paid</span></td><td><button class="btn btn-sm btn-success" data-order>Pay</button></td></tr>
        </tbody>
      </table>
      <ul class="nav nav-tabs" role="tablist">
        <li class="nav-item"><button class="nav-link active" data-bs-toggle="tab" data-bs-target="#home" role="tab" aria-selected="true">Home</button></li>
        <li class="nav-item"><button class="nav-link" data-bs-toggle="tab" data-bs-target="#profile" role="tab" aria-selected="false">Profile</button></li>
      </ul>
      <div class="tab-content">
        <div class="tab-pane fade show active" id="home" role="tabpanel">You are at home.</div>
        <div class="tab-pane fade" id="profile" role="tabpanel">Member since 2019.</div>
      </div>
    </div>
    <div class="offcanvas offcanvas-end" tabindex="-1" id="side" aria-labelledby="sideTitle">
      <div class="offcanvas-header"><h5 id="sideTitle">Your basket</h5><button class="btn-close" data-bs-dismiss="offcanvas" aria-label="Close"></button></div>
      <div class="offcanvas-body"><ul class="list-group"><li class="list-group-item">Apples</li><li class="list-group-item">Pineapples</li></ul></div>
    </div>
    <div class="modal fade" id="modal" tabindex="-1" aria-labelledby="modalTitle">
      <div class="modal-dialog"><div class="modal-content">
        <div class="modal-header"><h1 class="modal-title fs-5" id="modalTitle">Pay this order?</h1></div>
        <div class="modal-body">The money is taken from your card.</div>
        <div class="modal-footer"><button class="btn btn-secondary" data-bs-dismiss="modal">No</button><button class="btn btn-primary" id="yes">Yes, pay</button></div>
      </div></div>
    </div>
    <div class="toast-container position-fixed bottom-0 end-0 p-3"><div id="toast" class="toast" role="status"><div class="toast-body" id="toastText"></div></div></div>
  `,
  right: [
    { steps: ['Type "Linus" into "Name"', 'Click "Send"', 'See "Thank you, Linus"'] },
    {
      steps: [
        'Do not see "Please tell us your name"',
        'Click "Send"',
        'See "Please tell us your name"',
        'Do not see "Thank you"',
      ],
    },
    {
      steps: [
        'Click the "Pay" button in the row "Order 1"',
        'See the dialog "Pay this order?"',
        'Click "Yes, pay"',
        'The "Pay" button in the row "Order 1" is disabled',
        '"State" in the row "Order 1" is "Paid"',
      ],
    },
    {
      steps: [
        'Click the "Pay" button in the row "Order 10"',
        'Click "Yes, pay"',
        '"State" in the row "Order 10" is "Paid"',
        '"State" in the row "Order 1" is "Not paid"',
      ],
    },
    { steps: ['Click "File"', 'Click "Export"', 'The address contains "#export"', 'Do not see "Import"'] },
    {
      steps: [
        'Do not see "Delivered within 3 days."',
        'Click "More details"',
        'See "Delivered within 3 days."',
        'Click "More details"',
        'Do not see "Delivered within 3 days."',
      ],
    },
    {
      steps: [
        'See "2" in the "Basket" button',
        'Click "Basket"',
        'See "Your basket"',
        'See 2 list items in the dialog "Your basket"',
      ],
    },
    {
      steps: [
        'Click "Basket"',
        'See "Apples" before "Pineapples"',
        'Click "Close"',
        'Do not see "Your basket"',
      ],
    },
    { steps: ['Hover over "Help"', 'See "Opens on Monday"'] },
    {
      steps: [
        'Click the "Profile" tab',
        'See "Member since 2019."',
        'Do not see "You are at home."',
        'The "Profile" tab is selected',
      ],
    },
    {
      steps: [
        'Turn on "Gift wrap"',
        'The "Gift wrap" switch is on',
        'Select "Large" from "Size"',
        'The "Size" dropdown is set to "Large"',
      ],
    },
    { steps: ['"Card" is selected', 'Choose "Cash"', '"Cash" is selected', '"Card" is not selected'] },
    { steps: ['See 2 rows', 'See "$10" in the row "Order 1"', 'Do not see "$100" in the row "Order 1"'] },
  ],
  broken: [
    {
      bug: 'the other order is paid',
      change: ({ body, script }) => ({
        body,
        script: script.replace("button.closest('tr')", "document.querySelector('tbody tr:last-child')"),
      }),
      steps: [
        'Click the "Pay" button in the row "Order 1"',
        'Click "Yes, pay"',
        '"State" in the row "Order 1" is "Paid"',
      ],
    },
    {
      bug: 'it says "Not paid" still',
      change: ({ body, script }) => ({
        body,
        script: script.replace("target.querySelector('.badge').textContent = 'Paid';", ''),
      }),
      steps: [
        'Click the "Pay" button in the row "Order 10"',
        'Click "Yes, pay"',
        '"State" in the row "Order 10" is "Paid"',
      ],
    },
    {
      bug: 'the toast is shown outside of the window',
      change: ({ body, script }) => ({
        body: body.replace('bottom-0 end-0 p-3"', 'end-0 p-3" style="top: 110vh"'),
        script,
      }),
      steps: ['Type "Linus" into "Name"', 'Click "Send"', 'See "Thank you, Linus"'],
    },
    {
      bug: 'the message is clipped away',
      change: ({ body, script }) => ({
        body: body.replace(
          '<div class="invalid-feedback">',
          '<div class="invalid-feedback" style="height: 0; overflow: hidden">',
        ),
        script,
      }),
      steps: ['Click "Send"', 'See "Please tell us your name"'],
    },
    {
      bug: 'only the pineapples are in the basket',
      change: ({ body, script }) => ({
        body: body.replace('<li class="list-group-item">Apples</li>', ''),
        script,
      }),
      steps: ['Click "Basket"', 'See "Apples"'],
    },
    {
      bug: 'the panel never becomes visible',
      change: ({ body, script }) => ({
        body: body.replace(
          'class="tab-pane fade" id="profile"',
          'class="tab-pane fade" style="opacity: 0" id="profile"',
        ),
        script,
      }),
      steps: ['Click the "Profile" tab', 'See "Member since 2019."'],
    },
  ],
};

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import type { DevicePool } from '../../../src/engine/acting/device.ts';
import { secretsOf } from '../../../src/engine/acting/fill-in.ts';
import { browserProgram } from '../../support/browser.ts';
import { keptReport } from '../acting/scripted-device.ts';
import { startPool } from '../browser/support.ts';

/** Forty steps in a browser take their time on a machine that does much else. */
const patienceMs = 400_000;

const html = `<!doctype html><title>Team – Settings</title><meta charset="utf-8">
<h1>Members</h1>
<table><thead><tr><th>Name</th><th>State</th><th></th></tr></thead><tbody>
<tr><td>Alice</td><td>active</td><td><button onclick="say('Alice was asked')">Ask</button></td></tr>
<tr><td>Bob</td><td>inactive</td><td><button onclick="say('Bob was asked')">Ask</button></td></tr>
</tbody></table>
<form onsubmit="event.preventDefault(); say('Hello, ' + mail.value + ' from ' + land.selectedOptions[0].text)">
<label>E-mail <input id="mail" value="old@example.com"></label>
<label>Country <select id="land"><option>Norway</option><option>Sweden</option></select></label>
<label><input type="checkbox" id="news" onchange="send.disabled = !news.checked"> Newsletter</label>
<label>Notes <textarea id="notes"></textarea></label>
<button id="send" disabled>Send</button></form>
<p style="text-transform: uppercase">All is well</p><dl><dt>Total</dt><dd>$10.50</dd></dl>
<button onclick="say('Saved'); fetch('/save', { method: 'POST' })">Save it</button>
<button onclick="say('Loading'); setTimeout(() => say('Loaded'), 300)">Load</button>
<button onclick="setTimeout(() => say('Too late'), 150)">Break</button>
<button onclick="if (confirm('Really?')) say('Confirmed')">Confirm</button>
<p role="status" id="status"></p>
<script>const say = (text) => { document.getElementById('status').textContent = text; };</script>`;

describe.skipIf(browserProgram === null)(
  'on a real page (skipped where there is no browser)',
  { timeout: patienceMs },
  () => {
    let server: Server;
    let pool: DevicePool;
    let stop: () => Promise<void>;
    let url: string;

    beforeAll(async () => {
      server = createServer((request, response) => {
        if (request.url === '/save') response.writeHead(500).end();
        else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      ({ pool, stop } = await startPool({ allowPrivate: true }));
    });

    afterAll(async () => {
      await stop();
      await new Promise((resolve) => server.close(resolve));
    });

    async function run(prompt: string, assertTimeoutMs = 15_000, stepTimeoutMs = 20_000) {
      const signal = AbortSignal.timeout(patienceMs - 10_000);
      const variables = [{ name: 'mail', value: 'alice@example.com', isSecret: true }];
      const journey = await createPilot({
        planner: null,
        stepTimeoutMs,
        assertTimeoutMs,
      }).prepare({ prompt, steps: null, targetUrl: `${url}/team`, platform: 'web', variables }, signal);
      const secrets = secretsOf(variables);
      const device = await pool.open(
        {
          runName: 'a run',
          platform: 'web',
          targetUrl: url,
          app: null,
          allowedHosts: null,
          secrets,
          phone: null,
        },
        signal,
      );
      const report = keptReport();
      try {
        await journey.execute(device, report, signal);
      } finally {
        await device.close();
      }
      return report;
    }

    it('what people write is done and checked', async () => {
      const report = await run(`
      See the heading "Members" and the page title is "Team - Settings".
      I should be on /team.
      The "Send" button is disabled. "Newsletter" is unchecked.
      The "E-mail" field has the value "old@example.com".
      1. Type "{{mail}}" into "E-mail"
      2. Select "Sweden" from "Country", then check "Newsletter" and click the "Send" button
      Then I should see "Hello, {{mail}} from Sweden"
      And "Sweden" is selected in "Country"
      And the "Newsletter" checkbox is checked; the "Send" button should be enabled
      See 2 rows. See "active" in the row "Alice". Do not see "active" in the row "Bob"
      In the row "Bob", click "Ask". See "Bob was asked". Do not see "Alice was asked"
      See "Alice" before "Bob". See "Ask" 2 times
      See "All is well". "Total" is "$10.50". Nothing says "error"
      Click the second "Ask" button. The "Notes" field is empty
      Click "Load". Wait until "Loading" disappears. See "Loaded"
      Click "Confirm". See "Really?". Accept the dialog. See "Confirmed"
      Take a screenshot named "End"`);
      expect(report.steps.filter(({ status }) => status !== 'passed')).toEqual([]);
      expect(report.findings.filter(({ type }) => type === 'issue')).toEqual([]);
      expect(report.steps.every(({ screenshotUrl }) => screenshotUrl !== null)).toBe(true);
      expect(report.pictures.every((png) => png.subarray(1, 4).toString() === 'PNG')).toBe(true);
      expect(JSON.stringify([report.steps, report.about])).not.toContain('alice@example.com');
    });

    it('what is not so is found, with what was expected and what is there', async () => {
      const report = await run(
        'See "$10". See "inactive" in the row "Alice". The "Send" button is enabled. See 3 rows. "Total" is "$10.00". Click "Asks"',
        500,
        5_000,
      );
      expect(report.findings.map(({ description }) => description)).toEqual([
        'Expected to see "$10"; the page says "$10.50".',
        expect.stringMatching(
          /^Expected to see "inactive" in the "Alice" row; the "Alice" row says "Alice active Ask"\.$/,
        ),
        'Expected the "Send" button to be enabled; it is disabled.',
        expect.stringMatching(/^Expected to see 3 rows; there are 2: "Alice active Ask"/),
        expect.stringContaining('Expected "Total" to be "$10.00"'),
        expect.stringContaining('"Asks" could not be found'),
      ]);
      expect(report.steps.map(({ status }) => status)).toEqual(['passed', ...Array(6).fill('failed')]);
      expect(
        report.findings.every((finding) => finding.url === `${url}/team` && finding.screenshotUrl !== null),
      ).toBe(true);
      expect(report.traces).toHaveLength(1);
    });

    it('a page that says "Saved" while the server answers 500 has an issue', async () => {
      const report = await run('Click "Save it". See "Saved"');
      expect(report.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed']);
      expect(report.findings).toMatchObject([{ type: 'issue', name: 'POST /save answered 500' }]);
    });
  },
);

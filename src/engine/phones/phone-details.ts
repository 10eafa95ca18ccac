import type { PhoneDetails } from '../report.ts';
import type { AppiumSession } from './session.ts';

/** As the driver names the phone in the capabilities that it has granted. */
export function phoneDetailsOf({ platform, capabilities }: AppiumSession): PhoneDetails {
  const granted = (name: string) => {
    const value = capabilities[name] ?? capabilities[`appium:${name}`];
    return typeof value === 'string' && value !== '' ? value.slice(0, 200) : null;
  };
  const name = granted('deviceName');
  return {
    name,
    // XCUITest calls a simulator by its model, UiAutomator2 a phone by its serial number.
    model: granted('deviceModel') ?? (platform === 'ios' ? name : null),
    version: granted('platformVersion'),
    sessionUrl: null,
  };
}

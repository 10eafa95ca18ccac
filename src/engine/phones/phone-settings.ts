import { ExecutionFailure } from '../report.ts';
import type { PhoneSettings } from '../task.ts';
import { isSimulator, script } from './script.ts';
import type { Capabilities, PhonePlatform } from './servers.ts';
import { type AppiumSession, DriverRefusal } from './session.ts';

/** What a session is asked for so that the phone is set up before the app starts. Throws `SETTING_NOT_OFFERED`. */
export function capabilitiesFor(
  platform: PhonePlatform,
  { permissions, locale, timeZone }: PhoneSettings,
  appId: string | null,
): Capabilities {
  return {
    ...(permissions.length > 0 && permissionCapabilities(platform, permissions, appId)),
    ...(locale !== null && localeCapabilities(platform, locale)),
    ...(timeZone !== null && timeZoneCapability(platform, timeZone)),
  };
}

/** The rest of it, once the session is there. */
export async function setUpPhone(
  session: AppiumSession,
  { permissions }: PhoneSettings,
  appId: string | null,
  signal: AbortSignal,
): Promise<void> {
  if (permissions.length === 0) return;
  if (session.platform === 'ios') return assertSimulator(session, signal);
  if (permissions.includes(allPermissions)) return;
  if (appId === null) throw notOffered('Permissions need an app whose package is known.');
  await grantOnAndroid(session, permissions, appId, signal).catch((error: unknown) => {
    if (!(error instanceof DriverRefusal)) throw error;
    throw notOffered(`The phone's driver did not give the app its permissions: ${error.message}`);
  });
}

function permissionCapabilities(
  platform: PhonePlatform,
  permissions: readonly string[],
  appId: string | null,
): Capabilities {
  const isAll = permissions.includes(allPermissions);
  for (const name of permissions) assertKnown(platform, name);
  if (platform === 'ios') {
    if (appId === null) throw notOffered('Permissions need an app whose bundle identifier is known.');
    const names = isAll ? permissionNames('ios') : permissions;
    const access = Object.fromEntries(names.map((name) => [name, 'yes']));
    return { 'appium:permissions': JSON.stringify({ [appId]: access }) };
  }
  // An app that has started already may have asked: it is started when it has what it needs.
  return isAll ? { 'appium:autoGrantPermissions': true } : { 'appium:autoLaunch': false };
}

function assertKnown(platform: PhonePlatform, name: string): void {
  const names = permissionNames(platform);
  if (name === allPermissions || names.includes(name)) return;
  if (platform === 'android' && androidPermissions(name) !== null) return;
  throw notOffered(
    `${platform === 'ios' ? 'iOS' : 'Android'} has no permission "${name}"; there are ${[allPermissions, ...names].join(', ')}.`,
  );
}

async function grantOnAndroid(
  session: AppiumSession,
  permissions: readonly string[],
  appId: string,
  signal: AbortSignal,
): Promise<void> {
  const run = (name: string, input: object) => script<unknown>({ session }, name, input, signal);
  // Granting what the app does not ask for is refused.
  const requested = await run('mobile: getPermissions', { type: 'requested', appPackage: appId });
  const wanted = new Set(permissions.flatMap((name) => androidPermissions(name) ?? []));
  const granted = (Array.isArray(requested) ? requested : []).filter((name) => wanted.has(String(name)));
  if (granted.length > 0)
    await run('mobile: changePermissions', { action: 'grant', permissions: granted, appPackage: appId });
  await run('mobile: activateApp', { appId });
}

/** The driver takes the permissions for a real iPhone, too, and does nothing. */
async function assertSimulator(session: AppiumSession, signal: AbortSignal): Promise<void> {
  if (await isSimulator({ session }, signal)) return;
  throw notOffered(
    'A real iPhone can\'t be given permissions before a run: leave "permissions" out, and let a step answer what the phone asks, such as Tap "Allow".',
  );
}

function localeCapabilities(platform: PhonePlatform, locale: string): Capabilities {
  const { language, script, region } = localeOf(locale);
  if (platform === 'ios') {
    return {
      'appium:language': script === undefined ? language : `${language}-${script}`,
      'appium:locale': region === undefined ? language : `${language}_${region}`,
    };
  }
  if (region === undefined)
    throw notOffered(`Android needs a country with the language: "${language}-…" instead of "${locale}".`);
  return {
    'appium:language': language,
    'appium:locale': region,
    ...(script !== undefined && { 'appium:localeScript': script }),
  };
}

function localeOf(locale: string): Intl.Locale {
  try {
    return new Intl.Locale(locale.replace('_', '-'));
  } catch {
    throw notOffered(`"${locale}" is no locale, such as de-DE.`);
  }
}

/** On Android the time zone of the phone; on iOS that of the app. */
function timeZoneCapability(platform: PhonePlatform, timeZone: string): Capabilities {
  try {
    Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw notOffered(`"${timeZone}" is no time zone, such as Europe/Berlin.`);
  }
  return { [platform === 'ios' ? 'appium:appTimeZone' : 'appium:timeZone']: timeZone };
}

function notOffered(message: string): ExecutionFailure {
  return new ExecutionFailure('SETTING_NOT_OFFERED', message);
}

/** What stands for everything that an app asks for. */
const allPermissions = 'all';

const media = ['READ_MEDIA_IMAGES', 'READ_MEDIA_VIDEO', 'READ_EXTERNAL_STORAGE', 'WRITE_EXTERNAL_STORAGE'];
const location = ['ACCESS_FINE_LOCATION', 'ACCESS_COARSE_LOCATION'];

/** What people call a permission, and what Android does: an app asks for some of them. */
const ofAndroid: Readonly<Record<string, readonly string[]>> = {
  bluetooth: ['BLUETOOTH_CONNECT', 'BLUETOOTH_SCAN', 'BLUETOOTH_ADVERTISE'],
  calendar: ['READ_CALENDAR', 'WRITE_CALENDAR'],
  camera: ['CAMERA'],
  contacts: ['READ_CONTACTS', 'WRITE_CONTACTS', 'GET_ACCOUNTS'],
  location,
  'location-always': [...location, 'ACCESS_BACKGROUND_LOCATION'],
  medialibrary: ['READ_MEDIA_AUDIO', 'READ_EXTERNAL_STORAGE'],
  microphone: ['RECORD_AUDIO'],
  motion: ['ACTIVITY_RECOGNITION', 'BODY_SENSORS'],
  notifications: ['POST_NOTIFICATIONS'],
  phone: ['READ_PHONE_STATE', 'READ_PHONE_NUMBERS', 'CALL_PHONE'],
  photos: media,
  sms: ['SEND_SMS', 'RECEIVE_SMS', 'READ_SMS'],
};

/** As simulators name them, by `simctl privacy` or `applesimutils`. */
const ofIos = [
  'calendar',
  'camera',
  'contacts',
  'health',
  'homekit',
  'location',
  'location-always',
  'medialibrary',
  'microphone',
  'motion',
  'notifications',
  'photos',
  'reminders',
  'siri',
  'speech',
];

function permissionNames(platform: PhonePlatform): readonly string[] {
  return platform === 'ios' ? ofIos : Object.keys(ofAndroid);
}

/** The permissions of Android that a name stands for; null for a name that stands for none. */
function androidPermissions(name: string): readonly string[] | null {
  if (/^[a-z]\w*(?:\.\w+)+\.[A-Z][A-Z0-9_]*$/i.test(name)) return [name];
  return ofAndroid[name]?.map((permission) => `android.permission.${permission}`) ?? null;
}

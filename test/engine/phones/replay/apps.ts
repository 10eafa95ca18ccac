import * as views from '../screens/android-views.ts';
import * as ios from '../screens/ios-native.ts';
import { browserTab, keepsStopping, notResponding, permissionDialog } from '../screens/system.ts';
import type { ReplayApp } from './graph.ts';

const appId = 'com.example.app';
const javaCrash = `java.lang.IllegalStateException: the cart is gone
	at com.example.app.CartActivity.onCreate(CartActivity.kt:42)`;

/** Native views: signs in, shows settings and cart, asks for a permission, opens a browser, and crashes in each known way. */
export const viewsApp: ReplayApp = {
  appId,
  start: 'login',
  screens: {
    login: {
      source: views.login,
      tap: {
        login: 'settings',
        // Its process is gone at once, and the home screen is in front.
        forgot: { crash: javaCrash },
        'sign-up tab': { crash: javaCrash, to: 'keeps stopping' },
        more: { to: 'not responding', log: ['E ActivityManager: ANR in com.example.app'] },
        up: 'permission',
        title: 'browser',
        // Of an app that nobody tests, whose name begins alike.
        show: {
          to: 'keeps stopping',
          log: [
            'E AndroidRuntime: FATAL EXCEPTION: main',
            'E AndroidRuntime: Process: com.example.app.keyboard, PID: 4711',
          ],
        },
      },
    },
    settings: { source: views.settings, back: 'login', tap: { language: 'cart' } },
    cart: { source: views.cart, back: 'settings' },
    'keeps stopping': { source: keepsStopping, owner: 'android' },
    'not responding': { source: notResponding, owner: 'android', tap: { aerr_wait: 'login' } },
    permission: {
      source: permissionDialog,
      owner: 'com.google.android.permissioncontroller',
      tap: { permission_allow_foreground_only_button: 'settings', permission_deny_button: 'login' },
    },
    browser: { source: browserTab, owner: 'com.android.chrome', back: 'login' },
  },
  links: { 'shop://cart': 'cart', 'https://': 'browser' },
};

/** SwiftUI: an account, and a crash. */
export const iosApp: ReplayApp = {
  appId,
  start: 'account',
  screens: { account: { source: ios.account, tap: { 'sign out': { crash: 'EXC_BAD_ACCESS (SIGSEGV)' } } } },
};

export { examineBrowser } from './browser/program/browser-report.ts';
export type { BrowserProgram } from './browser/program/launch.ts';
export { createModel } from './model/provider.ts';
export { examineAppium } from './phones/appium-report.ts';

import { answersAlerts, useScanner } from './alerts.ts';

answersAlerts('ios', useScanner());

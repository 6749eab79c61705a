import { validLanguageTag } from '../../src/shared/localize';

// uPlot passes the browser's language to `Intl` when it is loaded, and throws for a tag such as
// `en-US@posix`. Must be imported before everything that uses charts.
const reported = navigator.language;
const valid = validLanguageTag(reported);
if (valid !== reported) Object.defineProperty(navigator, 'language', { value: valid, configurable: true });

import { validLanguageTag } from '../../src/shared/localize';

// uPlot hands the browser's language to `Intl` while it is loaded, and a tag such as `en-US@posix` would end the page
// there. Import this before anything that draws charts.
const reported = navigator.language;
const valid = validLanguageTag(reported);
if (valid !== reported) Object.defineProperty(navigator, 'language', { value: valid, configurable: true });

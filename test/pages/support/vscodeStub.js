// Runs in the page before its own script; plain JavaScript, because the test runner's compiler adds helpers
// that a page does not have.
window.wanted = new URLSearchParams(location.search);

window.acquireVsCodeApi = () => ({
  postMessage: (message) => void window.tellHost(window.wanted.get('view'), message),
  setState: (state) => {
    window.keptState = state;
  },
});

window.useTheme = (name) => {
  const { variables, bodyClass } = window.standInThemes[name];
  document.documentElement.removeAttribute('style');
  for (const [variable, value] of Object.entries(variables)) {
    document.documentElement.style.setProperty(variable, value);
  }
  document.body.className = bodyClass;
};

document.addEventListener('DOMContentLoaded', () => {
  window.useTheme(window.wanted.get('theme') ?? 'dark');
});

// A page that starts over for another test: nothing of the page before it may still run, be seen or be heard of.
window.addEventListener('message', ({ data }) => {
  if (data?.kind !== 'nextVisit') return;
  for (let timer = setTimeout(() => undefined); timer > 0; timer -= 1) clearTimeout(timer);
  for (let frame = requestAnimationFrame(() => undefined); frame > 0; frame -= 1) cancelAnimationFrame(frame);
  document.body.replaceChildren();
  window.scrollTo(0, 0);
  window.getSelection().removeAllRanges();
  delete window.keptState;
  window.wanted.set('view', data.view);
  window.useTheme(data.theme);
});

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
  const { variables, bodyClass } = window.stubThemes[name];
  document.documentElement.removeAttribute('style');
  for (const [variable, value] of Object.entries(variables)) {
    document.documentElement.style.setProperty(variable, value);
  }
  document.body.className = bodyClass;
};

document.addEventListener('DOMContentLoaded', () => {
  window.useTheme(window.wanted.get('theme') ?? 'dark');
});

// When a page starts over for another test, nothing of the page before may still run, be visible or send
// messages.
const ended = { timer: 0, frame: 0 };
window.addEventListener('message', ({ data }) => {
  if (data?.kind !== 'nextVisit') return;
  const last = { timer: setTimeout(() => undefined), frame: requestAnimationFrame(() => undefined) };
  for (let { timer } = last; timer > ended.timer; timer -= 1) clearTimeout(timer);
  for (let { frame } = last; frame > ended.frame; frame -= 1) cancelAnimationFrame(frame);
  Object.assign(ended, last);
  document.body.replaceChildren();
  window.scrollTo(0, 0);
  window.getSelection().removeAllRanges();
  delete window.keptState;
  window.wanted.set('view', data.view);
  window.useTheme(data.theme);
});

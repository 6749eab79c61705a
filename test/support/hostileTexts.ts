/** Each would run code or create an element if a page treated it as markup. */
export const hostileMarkup: readonly string[] = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 1">',
  '<svg/onload=window.pwned=1>',
  '"><iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  "'-window.pwned=1-'",
  'javascript:window.pwned=1',
  '</textarea><a id="attacker" href="javascript:window.pwned=1">x</a>',
  '${window.pwned=1}{{constructor.constructor("window.pwned=1")()}}',
  '<style>*{display:none}</style>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.pwned=1>',
  '\u202e<b id="attacker">bidi</b>\u0000\ufeff',
  '<!--lit-part--><logbench-menu onclick="window.pwned=1"></logbench-menu>',
];

/** Each becomes a link, a command, an image or an icon if VS Code receives it unescaped. */
export const hostileLinks: readonly string[] = [
  '[Click me](command:workbench.action.openGlobalKeybindings)',
  '[Click me]\u200e(command:workbench.action.quit) $\u2060(warning)',
  '[Click me](command:workbench.action.openGlobalKeybindings "title")',
  '[Click me](https://evil.example.com/)',
  '[Click me](file:///etc/passwd)',
  '![](https://evil.example.com/picture.png)',
  '<https://evil.example.com/>',
  'https://evil.example.com/',
  'www.evil.example.com',
  'mail@evil.example.com',
  '$(warning) not an icon',
  '`$(warning)` **bold** [a]: https://evil.example.com/',
  '\u202egnihton\u202c\u2067',
  'two\n\n# lines\n\n[Click me](command:workbench.action.openGlobalKeybindings)',
];

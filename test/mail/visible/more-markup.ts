// More of both, written after the code: markup that it was not written for.

/** "whisper" is not seen, "spoken" is. */
export const moreHiding: Record<string, string> = {
  "table of no height":
    '<p>spoken</p><div style="max-height:0;overflow:hidden"><table><tr><td>whisper</td></tr></table></div>',
  "hidden by an id": "<style>#secret{display:none}</style><p>spoken</p><p id=secret>whisper</p>",
  "two classes": "<style>.a.b{opacity:0}</style><p class=a>spoken</p><p class='a b'>whisper</p>",
  "upper case class in quirks mode": "<style>.X{display:none}</style><p>spoken</p><p class=x>whisper</p>",
  "list of selectors": "<style>h6,.q,p.z{visibility:hidden}</style><p>spoken</p><p class=q>whisper</p>",
  "comment tags around a sheet":
    "<style><!-- .q{display:none} --></style><p>spoken</p><p class=q>whisper</p>",
  "charset and import before":
    "<style>@charset 'utf-8';@import url(x.css);.q{display:none}</style><p>spoken</p><p class=q>whisper</p>",
  "font-face before":
    "<style>@font-face{font-family:a;src:url(b)}.q{font-size:0}</style><p>spoken</p><p class=q>whisper</p>",
  "adjacent to a checkbox":
    "<style>i + p{opacity:0!important}</style><p>spoken</p><i></i><p style='opacity:1'>whisper</p>",
  "sibling of a heading": "<style>h1 ~ p{color:#fff}</style><h1>spoken</h1><p>whisper</p>",
  "white on white in a cell":
    '<table bgcolor=#ffffff><tr><td style="color:#FFF">whisper</td></tr></table><p>spoken</p>',
  "grey on grey": '<div style="background:#eeeeee"><span style="color:#ececec">whisper</span> spoken</div>',
  "alpha on alpha":
    '<p>spoken</p><div style="opacity:.2"><span style="color:rgba(0,0,0,.1)">whisper</span></div>',
  "hex with alpha": '<p>spoken</p><p style="color:#00000003">whisper</p>',
  "white link":
    '<p>spoken</p><a href="https://a.example/" style="color:#fff;text-decoration:none">whisper</a>',
  "body link colour": '<body link="#ffffff"><p>spoken</p><a href="https://a.example/">whisper</a></body>',
  "size in ex": '<p>spoken</p><p style="font-size:.1ex">whisper</p>',
  "size in mm": '<p>spoken</p><p style="font-size:.2mm">whisper</p>',
  "size 2px": '<p>spoken</p><p style="font-size:2px">whisper</p>',
  "size min()": '<p>spoken</p><p style="font-size:min(20px,0.5px)">whisper</p>',
  "absolute right": '<p>spoken</p><div style="position:absolute;right:-3000px">whisper</div>',
  "absolute top in em": '<p>spoken</p><div style="position:absolute;top:-500em">whisper</div>',
  "absolute left 150%": '<p>spoken</p><div style="position:absolute;left:-250%">whisper</div>',
  "margin-top": '<p>spoken</p><div style="margin-top:-9000px;height:9000px">whisper</div>',
  "indent in percent": '<p>spoken</p><div style="text-indent:-500%;white-space:nowrap">whisper</div>',
  "clip with spaces": '<p>spoken</p><div style="position:absolute;clip:rect(1px 1px 1px 1px)">whisper</div>',
  "clip-path ellipse": '<p>spoken</p><div style="clip-path:ellipse(0 0 at 50% 50%)">whisper</div>',
  scale3d: '<p>spoken</p><div style="transform:scale3d(0,0,1)">whisper</div>',
  "two transforms": '<p>spoken</p><div style="transform:translate(10px) scale(.01,.01)">whisper</div>',
  "translate property": '<p>spoken</p><div style="translate:-4000px 0">whisper</div>',
  "height 1px": '<p>spoken</p><div style="height:1px;overflow:hidden;font-size:16px">whisper</div>',
  "overflow-y alone": '<p>spoken</p><div style="height:0;overflow-y:hidden">whisper</div>',
  "overflow clip": '<p>spoken</p><div style="max-height:0;overflow:clip">whisper</div>',
  "display in a nested rule": "<style>div{p{display:none}}</style><div><p>whisper</p></div><b>spoken</b>",
  "nested with &": "<style>.o{& .q{opacity:0}}</style><div class=o><p class=q>whisper</p>spoken</div>",
  "media range":
    "<style>@media (width >= 100px){.q{display:none}}</style><p>spoken</p><p class=q>whisper</p>",
  "media not print": "<style>@media not print{.q{display:none}}</style><p>spoken</p><p class=q>whisper</p>",
  "media attribute": '<style media="screen">.q{display:none}</style><p>spoken</p><p class=q>whisper</p>',
  "variable of a variable":
    "<style>:root{--a:var(--b);--b:none}.q{display:var(--a)}</style><p>spoken</p><p class=q>whisper</p>",
  "aria label": '<p aria-label="whisper">spoken</p>',
  "title of a link": '<a href="https://a.example/" title="whisper">spoken</a>',
  "nested quote": '<p>spoken</p><blockquote style="display:none"><p>whisper</p></blockquote>',
  "unclosed hidden": '<p>spoken</p><div style="display:none">whisper',
  "single quotes and tabs": "<p>spoken</p><div\tstyle='\n display\t:\tnone\n'>whisper</div>",
  "visibility in a cell": '<table><tr><td style="visibility:hidden">whisper</td><td>spoken</td></tr></table>',
};

const p = (style: string) => `<p>spoken</p><div style="${style}">whisper</div>`;
const sheet = (css: string, hidden = "<p class=q>whisper</p>") =>
  `<style>${css}</style><p>spoken</p>${hidden}`;

/** Newer ways of CSS, and those of selectors. */
export const newerHiding: Record<string, string> = {
  "indented behind a reading":
    '<h2 style="text-indent:-300%"><ruby>whisper<rp>(</rp><rt>whisper</rt></ruby> whisper</h2><p>spoken</p>',
  "nested selectors of a list":
    "<style>.a{> i,> p.b{display:none}}</style><p>spoken</p><div class=a><p class=b>whisper</p></div>",
  "white that differs from no ground": p("mix-blend-mode:difference;color:#fff"),
  "block-size": p("block-size:0;overflow:hidden"),
  "max-block-size": p("max-block-size:0;overflow:hidden"),
  "inline-size": p("inline-size:0;overflow:hidden"),
  "inset-inline-start": p("position:absolute;inset-inline-start:-9999px"),
  "inset-block-start": p("position:absolute;inset-block-start:-9999px"),
  "inset-inline": p("position:absolute;inset-inline:-9999px auto"),
  "margin-inline-start": p("margin-inline-start:-9999px"),
  "margin-inline": p("margin-inline:-9999px 0"),
  "margin-block": p("margin-block:-9000px 9000px"),
  "light-dark": `<style>:root{color-scheme:light dark}</style>${p("color:light-dark(#fff,#000)")}`,
  "color-mix": p("color:color-mix(in srgb, white, white)"),
  "color-mix of shares": p("color:color-mix(in srgb, #fff 99%, #000)"),
  "color-mix that is clear": p("color:color-mix(in srgb, transparent 98%, red)"),
  rotate3d: p("transform:rotate3d(1,0,0,90deg)"),
  "rotate property": p("rotate:y 90deg"),
  "rotate property of numbers": p("rotate:1 0 0 90deg"),
  matrix3d: p("transform:matrix3d(0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1)"),
  "blend mode screen": `<div style="background:#fff">${p("mix-blend-mode:screen")}</div>`,
  "blend mode lighten": `<div style="background:#fff">${p("mix-blend-mode:lighten")}</div>`,
  popover: "<p>spoken</p><div popover>whisper</div>",
  rp: "<ruby>spoken<rp>whisper</rp></ruby>",
  "last of type": sheet("p:last-of-type{display:none}"),
  "last but one of type": sheet(
    "i:nth-last-of-type(2){display:none}",
    "<div><i>whisper</i><i>spoken</i></div>",
  ),
  "only of type": sheet("b:only-of-type{display:none}", "<div><b>whisper</b><i>spoken</i></div>"),
  has: sheet("div:has(> .q){display:none}", "<div><p class=q>whisper</p></div>"),
  "has behind": sheet("p:has(+ b){display:none}", "<p>whisper</p><b>spoken</b>"),
  "has below": sheet("div:has(b i){display:none}", "<div>whisper<b>whisper<i>whisper</i></b></div>"),
  lang: sheet(":lang(en){display:none}", '<div lang="en-GB"><p>whisper</p></div>'),
  dir: sheet("p:dir(rtl){display:none}", "<div dir=rtl><p>whisper</p></div>"),
  "nth child of a list": sheet(
    "b:nth-child(2 of .q){display:none}",
    "<div><b class=q>spoken</b><i>spoken</i><b class=q>whisper</b></div>",
  ),
  scope: sheet("@scope (.card){p{display:none}}", "<div class=card><p>whisper</p></div>"),
  container: sheet("body{container-type:inline-size}@container (min-width:100px){.q{display:none}}"),
  "supports not": sheet("@supports not (-moz-nothing:1px){.q{display:none}}"),
  "rows of a grid without height":
    '<p>spoken</p><div style="display:grid;grid-template-rows:0fr"><div style="overflow:hidden">whisper</div></div>',
  "a grid without height that cuts off":
    '<p>spoken</p><div style="display:grid;grid-template-rows:0px;overflow:hidden"><div>whisper</div></div>',
  "containment without a size": '<p>spoken</p><div style="contain:size;overflow:hidden">whisper</div>',
  "containment that cuts off": '<p>spoken</p><div style="height:0;contain:paint">whisper</div>',
  "fixed below the window": '<p>spoken</p><div style="position:fixed;bottom:-500px">whisper</div>',
  "a colour made of another": '<p>spoken</p><p style="color:rgb(from white r g b)">whisper</p>',
  "programs without a value that none has":
    "<style>@supports (color:red) and (not (display:nonesuch)){.x{display:none}}</style><p>spoken</p><p class=x>whisper</p>",
  "the initial value of a variable":
    '<style>@property --o{syntax:"*";inherits:false;initial-value:0}</style><p>spoken</p><p style="opacity:var(--o)">whisper</p>',
  "the last frame of an animation":
    "<style>@keyframes k{to{visibility:hidden}}.x{animation:k 0s forwards}</style><p>spoken</p><p class=x>whisper</p>",
  "all frames of an endless animation":
    "<style>@keyframes k{from{opacity:0}to{opacity:0}}.x{animation:k 1s infinite}</style><p>spoken</p><p class=x>whisper</p>",
  "words of a bar": "<p>spoken</p><progress>whisper</progress>",
  "skewed to a line": '<p>spoken</p><div style="transform:skewX(90deg)">whisper</div>',
  "a size of no height": '<p>spoken</p><div style="font-size-adjust:0">whisper</div>',
  "an attribute that steps back":
    '<style>.x{color:#fff}</style><p>spoken</p><p class=x style="color:revert-layer">whisper</p>',
  "a margin as high as the box":
    '<p>spoken</p><div style="height:20px;overflow:hidden"><p style="margin-top:60px">whisper</p></div>',
  "the line below those of a box":
    '<div style="height:18px;overflow:hidden;line-height:18px">spoken<br>whisper</div>',
  "the line below those that are shown":
    '<div style="display:-webkit-box;-webkit-line-clamp:1;-webkit-box-orient:vertical;overflow:hidden">spoken<br>whisper</div>',
  "a cushion as wide as the box":
    '<p>spoken</p><div style="width:10px;padding-left:10px;box-sizing:border-box;overflow:hidden;white-space:nowrap">whisper</div>',
  "what a chosen box hides":
    "<style>#c:checked ~ .x{display:none}</style><p>spoken</p><input type=checkbox id=c checked><p class=x>whisper</p>",
};

/** Every "spoken" is seen: the same, where they hide nothing. */
export const newerStaying: Record<string, string> = {
  "the first row, which has a body of its own":
    "<style>* + tr.a{opacity:0}</style><table><col><tr class=a><td>spoken</td></tr></table>",
  "nested selectors whose first parts are not within":
    "<style>.a{html .b{display:none}}</style><div class=a><p class=b>spoken</p></div>",
  "a legend on the edge of a box that its padding fills":
    '<fieldset style="height:22px;overflow:hidden;padding-top:60px;box-sizing:border-box"><legend>spoken</legend></fieldset>',
  "a mask without a box":
    '<q style="display:contents;mask-image:linear-gradient(transparent,transparent)">spoken</q>',
  "a line behind one that is moved and masked":
    '<b style="margin-left:-3000px"><i style="opacity:0"><br></i> <u>spoken</u></b>',
  "a layer in a column that is left out":
    '<table><col style="visibility:collapse"><tr><td><a style="position:relative;z-index:0">spoken</a></td></tr></table>',
  "a line beside what floats":
    '<h2 style="float:left">spoken</h2><div><section style="margin-left:-3000px">spoken</section></div>',
  "a table in what is indented":
    '<div style="text-indent:-2000px"><table><tr><td>spoken</td></tr></table></div>',
  "shown by has":
    "<style>p.s{display:none} p.s:has(b){display:block}</style><p class=s>spoken <b>spoken</b></p>",
  "not the last of type":
    "<style>p:last-of-type:first-of-type{display:none}</style><p>spoken</p><p>spoken</p>",
  "has nothing": "<style>p:has(b){display:none}</style><p>spoken</p>",
  "another language": "<style>p:lang(de){display:none}</style><p lang=en>spoken</p>",
  "other direction": "<style>p:dir(rtl){display:none}</style><p>spoken</p>",
  "other child of a list":
    "<style>b:nth-child(2 of .q){display:none}</style><b>spoken</b><b class=q>spoken</b>",
  "limit of a scope":
    "<style>@scope (.card) to (.in){p{display:none}}</style><div class=card><div class=in><p>spoken</p></div></div>",
  "no container": "<style>@container (min-width:100px){p{display:none}}</style><p>spoken</p>",
  "supports what is there": "<style>@supports not (display:grid){p{display:none}}</style><p>spoken</p>",
  "supports what is Edge's": "<style>@supports (-ms-ime-align:auto){p{display:none}}</style><p>spoken</p>",
  "light-dark on white": '<p style="color:light-dark(#000,#fff)">spoken</p>',
  "color-mix of two": '<p style="color:color-mix(in srgb, red, blue)">spoken</p>',
  "block-size without overflow": '<p style="block-size:auto;overflow:hidden">spoken</p>',
  "margin-inline auto": '<p style="margin-inline:auto">spoken</p>',
  "blend mode on nothing": '<p style="mix-blend-mode:screen">spoken</p>',
  "blend mode difference":
    '<div style="background:#fff"><p style="color:#fff;mix-blend-mode:difference">spoken</p></div>',
  "turned a little": '<p style="rotate:y 20deg">spoken</p>',
  "a quarter turn in the page":
    '<p style="transform:rotate3d(0,0,1,90deg);width:50px;margin:50px">spoken</p>',
  "a value that no program has":
    "<style>@supports (display:nonesuch){.x{display:none}}</style><p class=x>spoken</p>",
  "what telephones alone have":
    "<style>@supports (-webkit-touch-callout:none){.x{display:none}}</style><p class=x>spoken</p>",
  "what a chosen box shows":
    "<style>.x{display:none}#c:checked ~ .x{display:block}</style><input type=checkbox id=c checked><p class=x>spoken</p>",
  "an animation that ends":
    "<style>@keyframes k{to{opacity:0}}.x{animation:k 1s}</style><p class=x>spoken</p>",
  "an animation that shows":
    "<style>.x{opacity:0;animation:k 0s forwards}@keyframes k{to{opacity:1}}</style><p class=x>spoken</p>",
  "an animation that blinks":
    "<style>@keyframes k{0%{visibility:hidden}100%{visibility:visible}}.x{animation:k 1s infinite}</style><p class=x>spoken</p>",
  "the second row of a grid":
    '<div style="display:grid;grid-template-rows:0"><i></i><div style="overflow:hidden">spoken</div></div>',
  "boxes beside each other in a low one":
    '<div style="height:20px;overflow:hidden"><div style="float:left">spoken</div><div style="float:left">spoken</div></div>',
  "as many lines as a box has":
    '<div style="height:40px;overflow:hidden;line-height:20px">spoken<br>spoken</div>',
  "a share of what is around": `<div style="height:100%;overflow:hidden">${"a<br>".repeat(60)}spoken</div>`,
  "a least height": '<div style="height:20px;min-height:90px;overflow:hidden">a<br>spoken</div>',
};

/** Every "spoken" is seen. */
export const moreStaying: Record<string, string> = {
  "body colour under a white card":
    '<body style="background:#000;color:#fff"><table bgcolor=#fff><tr><td style="color:#000">spoken</td></tr></table></body>',
  "dark card on white":
    '<div style="background:#1a1a1a"><div style="padding:3px"><p style="color:#fafafa">spoken</p></div></div>',
  "class beaten by an id": "<style>#t{display:block}.t{display:none}</style><p id=t class=t>spoken</p>",
  "important beaten by important":
    "<style>.t{display:none!important}p.t{display:block!important}</style><p class=t>spoken</p>",
  "rule of a narrow screen":
    "<style>@media only screen and (max-device-width:480px){*{display:none!important}}</style><p>spoken</p>",
  "speech and projection": "<style>@media speech,projection{p{display:none}}</style><p>spoken</p>",
  "not of a class": "<style>p:not(.t){display:none}</style><p class=t>spoken</p>",
  "row of height 1": '<table><tr height=1><td height=1 style="line-height:20px">spoken</td></tr></table>',
  "background shorthand with position":
    '<td style="background:#036 url(x.png) no-repeat 0 0;color:#fff">spoken</td>',
  "rem and em": '<div style="font-size:10px"><p style="font-size:1.2em">spoken</p></div>',
  "percent size": '<div style="font-size:62.5%"><p style="font-size:1.6rem">spoken</p></div>',
  "superscript footnote": "<p>spoken<sup style='font-size:8px'>1 spoken</sup></p>",
  "negative indent of a list":
    '<p style="margin-left:.5in;text-indent:-.25in;mso-list:l0 level1 lfo1">spoken</p>',
  "negative letter-spacing": '<h1 style="letter-spacing:-1px">spoken</h1>',
  "relative shift": '<sup style="position:relative;top:-.4em">spoken</sup>',
  "overflow with min-height": '<div style="overflow:hidden;height:auto;max-height:300px">spoken</div>',
  "opacity .87": '<p style="color:rgba(0,0,0,.87);opacity:.87">spoken</p>',
  "font size 1": "<font size=1 color=gray>spoken</font>",
  "ghost button":
    '<a href="https://a.example/" style="display:inline-block;border:1px solid #333;color:#333;background:transparent">spoken</a>',
  "white text on a coloured row":
    '<table><tr style="background-color:#c00"><th style="color:#fff">spoken</th></tr></table>',
};

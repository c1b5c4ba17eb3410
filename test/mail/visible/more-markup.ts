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

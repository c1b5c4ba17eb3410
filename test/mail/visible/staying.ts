// Markup that looks like hiding and hides nothing: every "spoken" stays, and nothing is reported as hidden.

export const staying: Record<string, string> = {
  "white on a dark cell":
    '<table><tr><td style="background:#111"><p style="color:#fff">spoken</p></td></tr></table>',
  "white on bgcolor": "<table><tr bgcolor=navy><td><font color=white>spoken</font></td></tr></table>",
  "white on a dark body": '<body style="background-color:#222;color:#eee"><p>spoken</p></body>',
  "white on a picture":
    '<table><tr><td background="https://a.example/b.png"><span style="color:#fff">spoken</span></td></tr></table>',
  "white on a CSS picture":
    '<div style="background:url(https://a.example/b.png) #fff;color:white">spoken</div>',
  "white on a gradient": '<div style="background:linear-gradient(90deg,#123,#456);color:#fff">spoken</div>',
  "white over a picture in front":
    '<div style="position:relative"><img src="https://a.example/h.jpg" width=600 height=200><div style="position:absolute;top:20px;left:20px;color:#fff">spoken</div></div>',
  "rgba on dark": '<div style="background:#000;color:rgba(255,255,255,.7)">spoken</div>',
  "dark mode rule":
    "<style>@media (prefers-color-scheme:dark){.t{color:#fff!important;background:#000!important}}[data-ogsc] .t{color:#fff}</style><p class=t>spoken</p>",
  "print rule": "<style>@media print{.t{display:none}}</style><p class=t>spoken</p>",
  "narrow screens":
    "<style>@media (max-width:480px){.t{display:none!important}}</style><p class=t>spoken</p>",
  "9px footer": '<p style="font-size:9px;color:#999">spoken</p>',
  "6pt footer": '<p style="font:6pt/8pt Arial">spoken</p>',
  "display none overridden": "<style>.t{display:none}p.t{display:block}</style><p class=t>spoken</p>",
  "display none overridden inline":
    '<style>.t{display:none}</style><p class=t style="display:block">spoken</p>',
  "shown by a media rule":
    "<style>.t{display:none}@media screen and (min-width:200px){.t{display:block!important}}</style><p class=t>spoken</p>",
  "hidden overridden": "<style>[hidden]{display:block}</style><p hidden>spoken</p>",
  "visible inside hidden": '<div style="visibility:hidden"><p style="visibility:visible">spoken</p></div>',
  "font-size 0 around sized text":
    '<div style="font-size:0"><span style="font-size:14px">spoken</span> <span style="font-size:1rem">spoken</span></div>',
  "opacity .5": '<p style="opacity:.5">spoken</p>',
  "opacity 60%": '<div style="opacity:60%"><p style="opacity:.8">spoken</p></div>',
  "hanging indent": '<p style="margin-left:36.0pt;text-indent:-18.0pt">spoken</p>',
  "indented paragraph": '<p style="text-indent:2em">spoken</p>',
  "height 0 without overflow": '<div style="height:0">spoken</div>',
  "overflow hidden with height": '<div style="height:40px;overflow:hidden">spoken</div>',
  "placed in a box of no height that does not hold it":
    '<div style="height:0;overflow:hidden"><div style="position:absolute">spoken</div></div>',
  "height 0 with min-height": '<div style="height:0;min-height:30px;overflow:hidden">spoken</div>',
  "size of an inline element": '<span style="height:0;width:0">spoken</span>',
  "cell of width 1%": '<table><tr><td width="1%" height=1 nowrap>spoken</td></tr></table>',
  "line-height 0 alone": '<div style="line-height:0"><span style="line-height:1.4">spoken</span></div>',
  "link in white surroundings":
    '<table bgcolor=black><tr><td><a href="https://a.example/" style="color:#fff">spoken</a></td></tr></table>',
  "link keeps its own colour": '<div style="color:#fff"><a href="https://a.example/">spoken</a></div>',
  "background on the link":
    '<a href="https://a.example/" style="color:#fff;background:#06c;padding:9px">spoken</a>',
  "yellow on white": '<p style="color:#ff0">spoken</p>',
  "light grey": '<p style="color:#bbb">spoken</p>',
  "red on green": '<p style="color:#f00;background:#008000">spoken</p>',
  "text shadow": '<p style="color:#fff;text-shadow:1px 1px 2px #000">spoken</p>',
  "small offset": '<div style="position:relative;left:-4px;top:-6px">spoken</div>',
  "absolute at the edge": '<div style="position:absolute;left:0;top:0">spoken</div>',
  "negative margin": '<div style="padding-left:40px"><p style="margin-left:-20px">spoken</p></div>',
  "clip on text in flow": '<p style="clip:rect(0,0,0,0)">spoken</p>',
  "clip-path of a corner": '<p style="clip-path:inset(0 round 4px)">spoken</p>',
  "scale 1": '<p style="transform:scale(.98) rotate(-1deg)">spoken</p>',
  "half size": '<p style="transform:scale(.6)">spoken</p>',
  "button for programs other than Outlook":
    '<!--[if mso]><v:roundrect href="https://a.example/"><center>spoken here</center></v:roundrect><![endif]--><a href="https://a.example/" style="background:#900;color:#fff;mso-hide:all">spoken here</a>',
  "for programs other than Outlook": "<!--[if !mso]><!--><p>spoken</p><!--<![endif]-->",
  "for others, revealed": "<![if !mso]><p>spoken</p><![endif]>",
  "invalid rule":
    "<style>.t{display:none;;}} .t, {opacity:0} .t:unheard-of{display:none}</style><p style='display:block' class=t>spoken</p>",
  "invalid value": '<p style="display:nonesuch;font-size:zero;opacity:none;color:nocolour">spoken</p>',
  "units missing": '<!doctype html><p style="font-size:14;height:0 px;color:#ggg">spoken</p>',
  "table in quirks mode resets the size":
    '<div style="font-size:0"><table><tr><td>spoken</td></tr></table></div>',
  "second style attribute": '<p style="color:#000" style="display:none">spoken</p>',
  "details can be opened": "<details><summary>spoken</summary><p>spoken</p></details>",
  "hover rule": "<style>p:hover{display:none}p::before{display:none}</style><p>spoken</p>",
  "class of another element": "<style>div.t{display:none}.a .t{opacity:0}</style><p class=t>spoken</p>",
  "a rule of a layer before one without":
    "<style>@layer a{p.x{display:none}}.x{display:block}</style><p class=x>spoken</p>",
  "the earlier layer":
    "<style>@layer a{p#x{display:none}}@layer b{p{display:block}}</style><p id=x>spoken</p>",
  "an unnamed layer": "<style>@layer{p#x{display:none}}@layer{p{display:block}}</style><p id=x>spoken</p>",
  "a later line of preformatted text":
    '<pre style="text-indent:-9999px"><tt></tt>\n\n<tt></tt>\nspoken</pre>',
  "a legend on the edge of its box":
    '<fieldset style="color:#212121;background:#222"><legend>spoken</legend></fieldset>',
  "alt on a line without height":
    '<p>a</p><div style="line-height:0"><img src="https://a.example/p.png" width=200 height=90 alt="spoken"></div>',
  "alt with a size of its own":
    '<p>a</p><div style="font-size:0"><img src="https://a.example/p.png" style="font-size:13px" alt="spoken"></div>',
  "alt of a remote picture":
    '<p>spoken</p><img src="https://a.example/logo.png" width=120 height=40 alt="Acme spoken">',
  "style in a comment": "<!-- <style>p{display:none}</style> --><p>spoken</p>",
  "first-line rule": "<style>p:first-letter{font-size:0}</style><p>spoken</p>",
  "aria-hidden": "<p aria-hidden=true>spoken</p>",
  "long style": `<p style="${"font-family:Arial,sans-serif;".repeat(400)}">spoken</p>`,
};

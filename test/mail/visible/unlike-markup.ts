// A third hand of both, written without looking at the others: pages without a body of their own, boxes filled by padding, what is
// made before text, transforms that add up.

/** "whisper" is not seen, "spoken" is. */
export const unlikeHiding: Record<string, string> = {
  "formatting that goes on behind its block":
    '<p>spoken</p><div><b style="font-size:0">x</div><div>whisper</b></div>',
  "formatting that goes on in the next paragraph":
    "<p>spoken</p><p><font color=white>x</p><p>whisper</font></p>",
  "a colour of a second body": "<body><p>whisper</p><div style='color:#000'>spoken</div><body text=white>",
  "a style of a second page":
    "<html><body><p>whisper</p><b style='color:#000'>spoken</b><html style='color:#fff'>",
  "a class of a second body":
    "<style>.z p{display:none}</style><body><p>whisper</p>spoken</body><body class=z>",
  "a table in a paragraph of an old page":
    '<p>spoken</p><p style="display:none">x<table><tr><td>whisper</td></tr></table></p>',
  "an end tag that ends nothing": '<p>spoken</p><span style="display:none"><div></span>whisper</div>',
  "an end of a form that ends no other": '<p>spoken</p><form style="display:none"><div></form>whisper</div>',
  "an end of a body in what is hidden": '<p>spoken</p><div style="display:none"></body><p>whisper</p>',
  "an end of a head in what is hidden":
    '<head><style>i{color:red}</style><div style="display:none"></head><body><p>whisper</p></div>spoken</body>',
  "an animation that is paused":
    "<style>@keyframes k{0%{color:#fff}100%{color:#000}}.a{animation:k 9s paused}</style><p class=a>whisper</p><p>spoken</p>",
  "an animation of hours":
    "<style>@keyframes k{0%{opacity:0}100%{opacity:1}}.a{animation:k 9999s}</style><p class=a>whisper</p><p>spoken</p>",
  "a picture of no size behind letters":
    '<p style="color:#fff;background:linear-gradient(#000,#000) 0 0/0 0 no-repeat">whisper</p><p>spoken</p>',
  "a colour without a hash in an old page": '<p style="color:ffffff">whisper</p><p>spoken</p>',
  "a marquee of no size": "<marquee width=0 height=0>whisper</marquee><p>spoken</p>",
  "a body that no tag begins": "<style>body .n{display:none}</style><p class=n>whisper</p><p>spoken</p>",
  "a child of a body without a tag":
    "<style>html>body>p:first-child{display:none}</style><p>whisper</p><p>spoken</p>",
  "a body that has something":
    "<style>body:has(h3) .n{display:none}</style><p class=n>whisper</p><h3>spoken</h3>",
  "html without a body": "<html><style>body p{opacity:0}</style><p>whisper</p><div>spoken</div></html>",
  "the colour of a body without a tag":
    '<style>p{color:red}p.s{color:unset}body{color:white}</style><p class=s>whisper</p><p style="color:#000">spoken</p>',
  "one colour in image-set()":
    '<p style="background-image:image-set(linear-gradient(#000,#000) 1x);color:#000">whisper</p><p>spoken</p>',
  "a shadow within the box":
    '<p style="box-shadow:inset 0 0 0 200px #000;color:#000">whisper</p><p>spoken</p>',
  "env() that falls back": "<style>.n{color:env(nothing,#fff)}</style><p class=n>whisper</p><p>spoken</p>",
  "env() of a safe edge":
    "<style>.n{font-size:env(safe-area-inset-top,20px)}</style><p class=n>whisper</p><p>spoken</p>",
  "matrix that moves": '<div style="transform:matrix(1,0,0,1,-5000,0)">whisper</div><p>spoken</p>',
  "two moves that add up":
    '<div style="transform:translatex(-700px) translatex(-700px)">whisper</div><p>spoken</p>',
  "behind the eye": '<div style="transform:perspective(100px) translateZ(200px)">whisper</div><p>spoken</p>',
  "the back, prefixed":
    '<div style="transform:rotateY(180deg);-webkit-backface-visibility:hidden">whisper</div><p>spoken</p>',
  "indent behind the end":
    '<p style="text-indent:100%;overflow:hidden;white-space:nowrap">whisper</p><p>spoken</p>',
  "a flexible box of no size":
    '<div style="display:flex"><div style="flex:0 0 0;overflow:hidden">whisper</div><div>spoken</div></div>',
  "a mask of no size, in one word":
    '<p style="mask:linear-gradient(#000,#000) no-repeat 0/0 0">whisper</p><p>spoken</p>',
  "placed below the edge":
    '<div style="position:relative;overflow:hidden;height:20px"><span style="position:absolute;top:60px">whisper</span></div><p>spoken</p>',
  "pushed below the edge":
    '<div style="overflow:hidden;height:20px"><p style="margin:0;position:relative;top:30px">whisper</p></div><p>spoken</p>',
  "placed below the edge of a box that is turned":
    '<div style="transform:translateX(0px);overflow:hidden;height:20px"><span style="position:absolute;top:60px">whisper</span></div><p>spoken</p>',
  "turned below the edge":
    '<div style="overflow:hidden;height:20px"><p style="margin:0;transform:translateY(30px)">whisper</p></div><p>spoken</p>',
  "text in a formula and in none of its letters": "<math>whisper</math><p>spoken</p>",
  "room in a formula": "<math><mphantom><mtext>whisper</mtext></mphantom></math><p>spoken</p>",
  "another form of a formula":
    "<math><semantics><mtext>spoken</mtext><annotation>whisper</annotation></semantics></math>",
  "text in other elements of a formula":
    "<math><foo>whisper</foo><a>whisper</a><mfenced>whisper</mfenced><mspace>whisper</mspace></math><p>spoken</p>",
  "room in an unknown element of a formula":
    "<math><foo><mphantom><mtext>whisper</mtext></mphantom></foo></math><p>spoken</p>",
  "white in a formula": "<math><mtext mathcolor=white>whisper</mtext></math><p>spoken</p>",
  "a cell without a table": "<td bgcolor=red><font color=white>whisper</font></td><p>spoken</p>",
  "filters of opacity that add up": '<p style="filter:opacity(.5) opacity(.05)">whisper</p><p>spoken</p>',
  "programs without values that none has":
    "<style>@supports not (width:1foo){.n{display:none}}@supports not (display:x()){.m{display:none}}</style><p class=n>whisper</p><p class=m>whisper</p><p>spoken</p>",
  "an invalid value behind a valid one":
    '<p style="display:none;display:x()">whisper</p><p style="font-size:0;font-size:x()">whisper</p><p>spoken</p>',
  "an unread value behind a valid one":
    '<p style="opacity:0;opacity:sin(0)">whisper</p><p style="filter:opacity(0);filter:alpha(opacity=100)">whisper</p><p>spoken</p>',
};

/** Whether "whisper" is seen is not known here. */
export const doubtful: Record<string, string> = {
  "a picture that fills a part behind letters":
    '<p style="color:#fff;background:linear-gradient(#000,#000) no-repeat;background-size:1px 1px">whisper</p><p>spoken</p>',
  "a box far above its line in a low one":
    '<div style="height:20px;overflow:hidden">spoken<i style="display:inline-block;vertical-align:-400px">whisper</i></div>',
  "a shadow that covers a line":
    '<p>spoken whisper</p><div style="position:relative;height:1px;margin-top:-10px;box-shadow:0 0 0 60px #fff"></div>',
  "an edge that covers a page":
    '<p>spoken whisper</p><div style="position:absolute;top:0;left:0;border:300px solid #fff;width:0;height:0"></div>',
  "a ground over what runs out of a box":
    '<div style="height:0">whisper spoken</div><div style="float:left;width:100%;height:30px;background:#fff;position:relative"></div>',
  "below something high":
    '<div style="overflow:hidden;height:30px"><div style="height:200px"></div>whisper</div><p>spoken</p>',
  "below a picture":
    '<div style="overflow:hidden;height:30px"><img height=100 width=1 alt="" style="display:block">whisper</div><p>spoken</p>',
  "lines of a narrow box":
    '<div style="overflow:hidden;height:20px;line-height:20px;width:80px">spoken whisper</div>',
  "clamped lines of a narrow box":
    '<p style="-webkit-line-clamp:1;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;width:90px">spoken whisper whisper</p>',
  "a cover made after it":
    '<style>.c{position:relative}.c::after{content:"";position:absolute;inset:0;background:#fff}</style><p class=c>whisper</p><p>spoken</p>',
  "a box made before it":
    '<style>.n::before{content:"x";display:block;height:50px}.n{height:20px;overflow:hidden}</style><p class=n>whisper</p><p>spoken</p>',
  "below zero and pulled over":
    '<p style="margin:0;position:relative;z-index:-1">whisper</p><div style="background:#fff;margin-top:-30px;height:40px"></div><p>spoken</p>',
  "a picture within the mail":
    '<p style="background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=) #fff;color:#fff">whisper</p><p>spoken</p>',
  "a dark page": "<style>:root{color-scheme:dark;background:#fff}</style><p>whisper</p><p>spoken</p>",
  "sizes by a root of none":
    '<style>html{font-size:0}.n{font-size:1rem}</style><p class=n>whisper</p><p style="font-size:14px">spoken</p>',
  "a font of no size":
    '<style>@font-face{font-family:q;src:local("DejaVu Sans");size-adjust:1%}</style><p style="font-family:q">whisper</p><p>spoken</p>',
  "a first word behind the end": '<p style="text-indent:100%;overflow:hidden">whisper</p><p>spoken</p>',
  "a path elsewhere":
    '<div style="offset-path:path(&quot;M-3000 0 L-2999 0&quot;);position:absolute">whisper</div><p>spoken</p>',
  "above the window": '<p style="position:absolute;bottom:200vh">whisper</p><p>spoken</p>',
  "a container by its style":
    '<style>@container (min-width:1px){.n{display:none}}</style><div style="container-type:inline-size"><p class=n>whisper</p></div><p>spoken</p>',
  "a box in a line that moves":
    '<div style="text-indent:-9999px"><span style="display:inline-block;text-indent:0">whisper</span></div><p>spoken</p>',
  "one place of a grid":
    '<div style="display:grid"><p style="grid-area:1/1">whisper</p><div style="grid-area:1/1;background:#fff"></div></div><p>spoken</p>',
  "a function that decides": '<p style="color:if(style(--x:1): #fff; else: #fff)">whisper</p><p>spoken</p>',
  "a function of its own":
    "<style>@function --w(){result:white}.n{color:--w()}</style><p class=n>whisper</p><p>spoken</p>",
  "a value of an attribute":
    '<p style="display:attr(data-d type(none | block))" data-d=none>whisper</p><p>spoken</p>',
  "an unread value alone in a frame":
    "<style>@keyframes k{to{opacity:sin(0)}}p{animation:k 0s forwards}</style><p>spoken whisper</p>",
  "a valid value, and an unread one": '<p style="opacity:1;opacity:sin(0)">whisper spoken</p>',
  "an unread value of a variable": '<p style="--a:sin(0);opacity:var(--a)">whisper spoken</p>',
  "a size that is computed": '<p style="font-size:abs(0px)">whisper</p><p>spoken</p>',
  "a sheet within an import":
    '<style>@import url("data:text/css,.n{display:none}");</style><p class=n>whisper</p><p>spoken</p>',
  "a sheet within a link":
    '<link rel=stylesheet href="data:text/css,.n{display:none}"><p class=n>whisper</p><p>spoken</p>',
  "a box pulled over a line":
    '<p>whisper <span style="display:inline-block;margin-left:-400px;width:400px;background:#fff">&nbsp;</span></p><p>spoken</p>',
  "a box pulled over its neighbour":
    '<div style="display:flex"><b>whisper</b><b style="margin-left:-120px;width:200px;background:#fff">&nbsp;</b></div><p>spoken</p>',
  "placed above the edge":
    '<div style="position:relative;overflow:hidden;height:20px"><span style="position:absolute;top:-40px">whisper</span></div><p>spoken</p>',
  "placed below by a share":
    '<div style="position:relative;overflow:hidden;height:20px"><span style="position:absolute;top:100%">whisper</span></div><p>spoken</p>',
  "padding above":
    '<div style="overflow:hidden;height:24px"><p style="padding-top:40px;margin:0">whisper</p></div><p>spoken</p>',
  "a high line": '<div style="overflow:hidden;height:24px;line-height:120px">whisper</div><p>spoken</p>',
  "the foot of a high table":
    '<div style="overflow:hidden;height:24px"><table height=80><tr><td valign=bottom>whisper</td></tr></table></div><p>spoken</p>',
  "text in a row of no height":
    '<div style="display:grid;grid-template-rows:0px;overflow:hidden">whisper</div><p>spoken</p>',
  "a file in its place": '<object data="http://a.example/x.html"><p>whisper</p></object><p>spoken</p>',
  "a document within": '<object data="data:text/html,x"><p>whisper</p></object><p>spoken</p>',
  "a document within that is none": '<object data="data:x"><p>spoken whisper</p></object>',
  "sheets within addresses that are written otherwise":
    '<link rel=stylesheet href="&#1;da&#9;ta:text/css,.n{display:none}"><p class=n>whisper</p><p>spoken</p>',
  "a sheet within an escaped import":
    '<style>@import "\\64 ata:text/css,.n{display:none}";</style><p class=n>whisper</p><p>spoken</p>',
  "a feature of one family that is not known here":
    "<style>@supports not (-webkit-foo:bar){.n{display:none}}</style><p class=n>whisper</p><p>spoken</p>",
  "a part of a formula that moves":
    "<math><mpadded voffset=9999px><mtext>whisper</mtext></mpadded></math><p>spoken</p>",
  "small parts of a formula":
    "<math><mstyle scriptlevel=40><mtext>whisper</mtext></mstyle></math><p>spoken</p>",
  "words in place of scripts of a head": "<head><noscript>spoken whisper</noscript></head>",
  "words in place of scripts": "<noscript><p>spoken whisper</p></noscript>",
  "words in place of a drawing": "<canvas>spoken whisper</canvas>",
  "indent behind the end of a narrow box":
    '<div style="overflow:hidden;width:60px;text-indent:100px;white-space:nowrap">whisper</div><p>spoken</p>',
  "pulled up and pushed down":
    '<div style="overflow:hidden;height:20px"><p style="margin:-30px 0 0;position:relative;top:30px">spoken whisper</p></div>',
  "a feature that nobody knows":
    "<style>@supports (foo:bar){.n{display:none}}</style><p class=n>whisper</p><p>spoken</p>",
  "centred, and moved to the left":
    '<p style="text-align:center;position:relative;left:-300px">whisper</p><p>spoken</p>',
};

/** All of "spoken" is seen. */
export const unlikeStaying: Record<string, string> = {
  "text of a table that stands before it":
    '<table style="display:none">spoken<tr><td></td></tr></table><table style="display:none"><div>spoken</div></table>',
  "a box that a paragraph does not hold":
    '<p style="display:none"><b></b><center>spoken</center><p style="display:none"><summary>spoken</summary>',
  "a style of a template": "<template><style>p{display:none}</style></template><p>spoken</p>",
  "a selector of elements without a namespace": "<style>|p{display:none}</style><p>spoken</p>",
  "a second body's class that does not count":
    "<style>.z p{display:none}</style><body class=y><p>spoken</p><body class=z>",
  "an animation that waits":
    "<style>@keyframes k{from{opacity:0}}p{animation:k 9s 2s paused}</style><p>spoken</p>",
  "a shadow of a card":
    '<p>spoken</p><div style="position:relative;background:#fff;box-shadow:0 10px 40px rgba(0,0,0,.2)">spoken</div>',
  "a list in a paragraph that hides": '<p style="display:none"><i></i><ul><li>spoken</ul>',
  "padding below no height": '<div style="overflow:hidden;height:0;padding-bottom:40px">spoken</div>',
  "padding around no height": '<div style="overflow:hidden;height:0;padding:20px 0">spoken</div>',
  "padding around no height, counted in":
    '<div style="overflow:hidden;height:0;padding:20px 0;box-sizing:border-box">spoken</div>',
  "white on a shadow within": '<p style="color:white;box-shadow:inset 0 0 0 999px #000">spoken</p>',
  "a thin shadow within": '<p style="color:#111;box-shadow:inset 0 0 0 1px #111">spoken</p>',
  "a shadow at one edge":
    '<div style="background:#fff;color:#000;height:500px;box-shadow:inset 0 -200px 0 #000"><p>spoken</p></div>',
  "moved away and back": '<p style="transform:translate(-5000px) translate(5000px)">spoken</p>',
  "placed away, with a margin back":
    '<p style="position:absolute;left:-9999px;margin-left:10050px">spoken</p>',
  "sticks to the window": '<p style="position:sticky;top:0;margin-top:-2000px">spoken</p>',
  "a flexible box that grows":
    '<div style="display:flex"><div style="flex:1 1 0;overflow:hidden">spoken</div></div>',
  "a flexible box that keeps room":
    '<div style="display:flex"><div style="flex:0 1 0px;overflow:clip">spoken</div></div>',
  "icons made before text":
    '<style>p::before{content:"";display:inline-block;height:8px;width:8px}</style><p>spoken</p>',
  "in place of scripts": "<noscript><p>spoken</p></noscript>",
  "in place of a drawing": "<canvas><p>spoken</p></canvas>",
  "in place of a file": "<object><p>spoken</p></object>",
  "names of a formula outside of one":
    "<mrow>spoken</mrow><main><mphantom>spoken</mphantom></main><annotation>spoken</annotation><p>spoken</p><mprescripts><p>spoken</p>",
  "HTML that ends a formula": "<math><mphantom><b>spoken</b><mtext>spoken</mtext></mphantom></math>",
  "a length that no program has": "<style>@supports (width:1foo){p{display:none}}</style><p>spoken</p>",
  "fixed in the window":
    '<div style="position:relative;overflow:hidden;height:20px"><p style="position:fixed;top:60px">spoken</p></div>',
  "placed in what is around a box that is pulled up":
    '<div style="overflow:hidden;height:20px;margin-top:-10px"><p style="position:absolute;top:60px">spoken</p></div>',
  "placed beside padding":
    '<div style="position:relative;overflow:hidden;height:20px"><div style="padding-top:30px"><span style="position:absolute;top:1px">spoken</span></div></div>',
  "an indent that a box within has not":
    '<div style="overflow:hidden;width:60px;text-indent:100px;white-space:nowrap"><div style="text-indent:0">spoken</div></div>',
  "a head that is hidden": "<head><style>head{display:none}</style><p>spoken</p></head>",
  "in place of scripts of a head": '<head><noscript style="display:none"><p>spoken</p></noscript></head>',
  "letters of a formula": "<math><mtext>spoken</mtext><mi>spoken</mi></math>",
  "an example of old pages": "<xmp>spoken</xmp><p>spoken</p>",
  "text to the end": "<p>spoken</p><plaintext>spoken",
  "words of a head": "<html><head><title>x</title>spoken words</head><body><p>spoken</p></body></html>",
  "moved away, and back within":
    '<div style="position:relative;left:-3000px"><p style="position:relative;left:3000px">spoken</p></div>',
  "small, and large within":
    '<div style="transform:scale(.02)"><div style="transform:scale(50)">spoken</div></div>',
  "placed away, and back within":
    '<div style="position:absolute;left:-3000px"><p style="position:absolute;left:3010px;width:200px">spoken</p></div>',
  "up by its own height": '<p>spoken</p><p style="transform:translateY(-100%)">spoken</p>',
  "the end of a rule, twice": "<style>p{color:red;};.z{display:none}</style><p class=z>spoken</p>",
  "functions of other programs": '<p style="width:expression(0);filter:alpha(opacity=0)">spoken</p>',
  "a value that no program knows":
    '<p style="visibility:x()">spoken</p><p style="all:x()">spoken</p><p style="color:red;color:x()">spoken</p>',
  "the later of two values": '<p style="display:none;opacity:sin(0);opacity:1;display:block">spoken</p>',
  "a cell of no table that hides": '<td style="display:none">spoken</td>',
  "a cell behind a table": '<table></table><td style="display:none">spoken</td>',
  "a body of its own": "<style>body>p{color:#222}</style><body><p>spoken</p></body>",
};

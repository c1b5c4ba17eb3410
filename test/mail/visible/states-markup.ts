// A fourth hand of both: states of fields, roots of scopes, heads that nothing ends, eyes and fonts that shrink letters, edges and
// shadows of letters in the colour behind them.

/** "whisper" is not seen, "spoken" is. */
export const stateHiding: Record<string, string> = {
  "a child of a body that a head hides":
    "<head><style>body>p.n{display:none}</style><p class=n>whisper</p><p>spoken</p>",
  "a head that ends, behind what it cannot hold":
    "<html><head><style>body>.n{display:none}</style><p>spoken</p></head><body><p class=n>whisper</p></body></html>",
  "attributes of a second body":
    '<head><style>p{color:unset}</style><p style="color:#000">spoken</p></head><body text=white><p>whisper</p></body>',
  "a field that is not filled":
    "<style>input:placeholder-shown + p{display:none}</style><input placeholder=a><p>whisper</p><p>spoken</p>",
  "a field that has to be filled":
    "<style>input:required + p{display:none}</style><input required><p>whisper</p><p>spoken</p>",
  "a field that may be left out":
    "<style>input:optional + p{display:none}</style><input><p>whisper</p><p>spoken</p>",
  "a button that is off":
    "<style>button:disabled{display:none}</style><button disabled>whisper</button><p>spoken</p>",
  "a button that is on": "<style>button:enabled{display:none}</style><button>whisper</button><p>spoken</p>",
  "a button of fields that are off":
    "<style>button:disabled{display:none}</style><fieldset disabled><legend><button>spoken</button></legend><button>whisper</button></fieldset>",
  "text that nobody writes in":
    "<style>i:read-only{display:none}</style><i>whisper</i><p style='color:#000'>spoken</p>",
  "text that is written in":
    "<style>div:read-write{display:none}</style><div contenteditable>whisper</div><p>spoken</p>",
  "an element that is known": "<style>i:defined{display:none}</style><i>whisper</i><p>spoken</p>",
  "details that are open":
    "<style>details:open{display:none}</style><details open>whisper</details><p>spoken</p>",
  "links by an old name": "<style>a:-webkit-any-link{display:none}</style><a href=x>whisper</a><p>spoken</p>",
  "the root of a scope":
    "<style>@scope (.w){:scope{display:none}}</style><p class=w>whisper</p><p>spoken</p>",
  "a scope in a scope":
    "<style>@scope (.a){@scope (.b){p{display:none}}}</style><div class=a><div class=b><p>whisper</p></div></div><p>spoken</p>",
  "a scope in a scope, by the outer root":
    "<style>@scope (.a){@scope (:scope > .b){:scope{display:none}}}</style><div class=a><p class=b>whisper</p></div><p>spoken</p>",
  "a scope below a rule":
    "<style>.a{@scope (.b){p{display:none}}}</style><div class=a><div class=b><p>whisper</p></div></div><p>spoken</p>",
  "a scope of three":
    "<style>@scope (.a){@media screen{@scope (.b){@scope (.c){p{display:none}}}}}</style><div class=a><div class=b><div class=c><p>whisper</p></div></div></div><p>spoken</p>",
  "a scope before a rule without one":
    "<style>@scope (.d){p{display:none}} p{display:block}</style><div class=d><p>whisper</p></div><div>spoken</div>",
  "a scope of the body":
    "<html><body><style>@scope {p{display:none}}</style><p>whisper</p><b>spoken</b></body></html>",
  "a scope behind the body":
    "<html><body><p>whisper</p><b>spoken</b></body><style>@scope {p{display:none}}</style></html>",
  "below the root of a scope":
    "<style>@scope (.w){:scope > .n{display:none}}</style><div class=w><p class=n>whisper</p></div><p>spoken</p>",
  "a column of a table": '<div style="display:table-column">whisper</div><p>spoken</p>',
  "text in columns": '<div style="display:table-column-group"><span>whisper</span></div><p>spoken</p>',
  "behind the eye of the box around":
    '<div style="perspective:10px"><div style="transform:translateZ(20px)">whisper</div></div><p>spoken</p>',
  "moved behind an eye":
    '<div style="perspective:10px"><div style="translate:0 0 20px">whisper</div></div><p>spoken</p>',
  "far from an eye":
    '<div style="perspective:10px"><div style="transform:translateZ(-5000px)">whisper</div></div><p>spoken</p>',
  "a font made small": '<p style="font-size-adjust:.0001">whisper</p><p>spoken</p>',
  "a font made small, by a height":
    '<p style="font-size-adjust:ex-height .001"><b>whisper</b></p><p>spoken</p>',
  "an edge of the colour behind":
    '<p style="color:#fff;-webkit-text-stroke:2px white">whisper</p><p>spoken</p>',
  "an edge of the letters' colour":
    '<p style="background:#000;color:#000;-webkit-text-stroke:1px">whisper</p><p>spoken</p>',
  "a thick edge of the colour behind":
    '<p style="color:#000;-webkit-text-stroke:4px #fff">whisper</p><p>spoken</p>',
  "a thick edge on a dark ground":
    '<p style="background:#222;color:#fff;-webkit-text-stroke:.3em #222">whisper</p><p>spoken</p>',
  "a shadow of the colour behind":
    '<p style="color:#fff;text-shadow:1px 1px 2px #fff">whisper</p><p>spoken</p>',
  "a line behind an edge":
    '<div style="overflow:hidden;text-indent:1200px;white-space:nowrap">whisper<p style="text-indent:0">spoken</p></div>',
  "a line behind the edge of a box around":
    '<div style="text-indent:2000px;white-space:nowrap;overflow:hidden"><p style="text-indent:1999px">whisper</p></div><p>spoken</p>',
  "a far shadow": '<p style="color:#fff;text-shadow:9999px 0 black">whisper</p><p>spoken</p>',
  "an edge whose width goes":
    '<p style="color:#fff;-webkit-text-stroke:1px black;-webkit-text-stroke-width:0">whisper</p><p>spoken</p>',
  "no shadow among shadows": '<p style="color:#fff;text-shadow:none,1px 1px black">whisper</p><p>spoken</p>',
  "a shadow that is none": '<p style="color:#fff;text-shadow:foo 1px black">whisper</p><p>spoken</p>',
  "a font made less than nothing": '<p style="font-size:1px;font-size-adjust:-5">whisper</p><p>spoken</p>',
  "a font made by no measure": '<p style="font-size:1px;font-size-adjust:foo 5">whisper</p><p>spoken</p>',
  "a button of a second legend":
    "<style>button:disabled{display:none}</style><fieldset disabled><legend>a</legend><b>b</b><legend><button>whisper</button></legend></fieldset><p>spoken</p>",
  "a root of a scope with signs of a replacement":
    '<style>@scope ([title="$&"]){:scope{display:none}}</style><p title="$&amp;">whisper</p><p>spoken</p>',
  "a root of a scope in quotes":
    '<style>@scope (.w){:scope [id=":scope"]{display:none}}</style><div class=w><p id=":scope">whisper</p></div><p>spoken</p>',
  "far from an eye, in space":
    '<div style="perspective:100px"><div style="transform-style:preserve-3d"><div style="transform:translateZ(-9000px)">whisper</div></div></div><p>spoken</p>',
};

/** "spoken" is seen. */
export const stateStaying: Record<string, string> = {
  "lines of their own in a box that moves its first":
    '<div style="overflow:hidden;text-indent:100%;white-space:nowrap"><p style="text-indent:0">spoken</p></div>',
  "an element that is not unknown": "<style>p:not(:defined){display:none}</style><p>spoken</p>",
  "a rule for a head": "<head><style>head .n{display:none}</style><p class=n>spoken</p>",
  "a field with text":
    "<style>input:placeholder-shown + p{display:none}</style><input placeholder=a value=b><p>spoken</p>",
  "a shadow of another colour": '<p style="color:#fff;text-shadow:1px 1px 1px #333">spoken</p>',
  "an edge of another colour": '<p style="color:#fff;-webkit-text-stroke:1px #333">spoken</p>',
  "clear letters with a shadow": '<p style="color:transparent;text-shadow:0 0 0 #000">spoken</p>',
  "an eye at some distance":
    '<div style="perspective:500px"><p style="transform:translateZ(20px)">spoken</p></div>',
  "an edge in the colour of clear letters":
    '<p style="color:#333;-webkit-text-fill-color:transparent;-webkit-text-stroke:2px">spoken</p>',
  "an edge in that colour, by name":
    '<p style="color:#333;-webkit-text-fill-color:transparent;-webkit-text-stroke:2px currentcolor">spoken</p>',
  "a shadow in the colour of clear letters":
    '<p style="color:#333;-webkit-text-fill-color:transparent;text-shadow:0 0 1px">spoken</p>',
  "an edge whose colour stands around":
    '<div style="-webkit-text-stroke-color:#000"><p style="color:#fff;-webkit-text-stroke-width:1px">spoken</p></div>',
  "near behind a line of sight":
    '<p style="transform:translateZ(500px) perspective(100px)">spoken</p><p style="transform:translateZ(-50000px) perspective(100px)">spoken</p>',
  "a field for a day":
    "<style>input:placeholder-shown + p{display:none}</style><input type=date placeholder=a><p>spoken</p>",
  "a scope without the one around":
    "<style>@scope (.a){@scope (.b){p{display:none}}}</style><div class=b><p>spoken</p></div>",
  "a scope outside of the one around":
    "<style>@scope (.a){@scope (.b){p{display:none}}}</style><div class=b><div class=a><p>spoken</p></div></div>",
  "a scope below no such rule":
    "<style>.a{@scope (.b){p{display:none}}}</style><div class=b><p>spoken</p></div>",
  "a scope of the head": "<head><style>@scope {p{display:none}}</style></head><body><p>spoken</p></body>",
  "a scope that has no head around it": "<style>@scope {p{display:none}}</style><p>spoken</p>",
  "a scope between head and body":
    "<html><style>@scope {p{display:none}}</style><body><p>spoken</p></body></html>",
  "a root of a scope with the weight of a pseudo-class":
    "<style>@scope (.a){:scope{display:block}} .a{display:none}</style><div class=a>spoken</div>",
  "a thick edge below the letters":
    '<p style="color:#000;-webkit-text-stroke:4px #fff;paint-order:stroke fill">spoken</p>',
  "a thick edge of another colour": '<p style="color:#000;-webkit-text-stroke:4px #f00">spoken</p>',
  "a thick edge that is half clear":
    '<p style="color:#000;-webkit-text-stroke:4px rgba(255,255,255,.5)">spoken</p>',
  "a root of a scope in another rule":
    "<style>@scope (.a){.x{:scope .y{display:none}}}</style><div class=a><p class=y>spoken</p></div>",
  "a font made by its large letters": '<p style="font-size:5px;font-size-adjust:cap-height .7">spoken</p>',
  "a font made as it is": '<p style="font-size-adjust:.5">spoken</p>',
};

/** What hides text may, and is not judged. */
export const stateDoubtful: Record<string, string> = {
  "what details open, hidden":
    "<style>details::details-content{display:none}</style><details open><summary>spoken</summary>whisper</details>",
  "a field that is wrong":
    "<style>input:invalid + p{display:none}</style><input required><p>spoken whisper</p>",
  "a form that is right": "<style>form:valid p{display:none}</style><form><p>spoken whisper</p></form>",
  "laid out from the end":
    '<div style="display:flex;width:300px;overflow:hidden;justify-content:flex-end;white-space:nowrap"><div style="flex:none;width:200px">spoken whisper</div><div style="flex:none;width:400px"></div></div>',
  "grown beyond the edge": '<div style="scale:1.2">spoken whisper</div>',
  "turned before an eye":
    '<div style="perspective:500px"><div style="transform:rotateY(20deg)">spoken whisper</div></div>',
  "a shadow at some distance": '<p style="color:#fff;text-shadow:300px 0 black">spoken whisper</p>',
  "an edge that covers thin letters": '<p style="color:#000;-webkit-text-stroke:2px #fff">spoken whisper</p>',
  "an edge in which letters run together":
    '<p style="color:#000;-webkit-text-stroke:.5em #c00">spoken whisper</p>',
  "roots of two scopes, of which the nearer one counts":
    "<style>@scope (.d){p{display:none}} @scope (.l){p{display:block}}</style><div class=l><div class=d><p>spoken whisper</p></div></div>",
  "a scope within that shows again":
    "<style>@scope (.a){@scope (.b){p{display:block}} p{display:none}}</style><div class=a><div class=b><p>spoken whisper</p></div></div>",
  "roots of one scope, of which the nearer one counts":
    "<style>@scope (.a){:scope > .x{color:#fff} :scope > * > .x{color:#000}}</style><body class=a><div class=a><p class=x>spoken whisper</p></div></body>",
  "a root of a scope, and the one around it":
    "<style>@scope (.a){& {color:#fff} *{color:#000}}</style><div class=a><div class=a>spoken whisper</div></div>",
  "a scope of a box around its style":
    "<div><style>@scope {p{color:#fff}}</style></div><p>spoken whisper</p>",
  "an edge like a hair": '<p style="color:#fff;-webkit-text-stroke:.1px black">spoken whisper</p>',
  "a font made small by its large letters": '<p style="font-size-adjust:cap-height .1">spoken whisper</p>',
  "moved in space, before an eye":
    '<div style="perspective:100px"><div style="transform-style:preserve-3d;transform:translateZ(-9px)"><p style="transform:translateZ(-9px)">spoken whisper</p></div></div>',
};

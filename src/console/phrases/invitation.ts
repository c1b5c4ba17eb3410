// Words of the pages: invitations in mails.

export const invitation = {
  title: "Invitation",
  cancelled: "Cancelled",
  reply: "Answer to an invitation",
  counter: "Proposes another time",
  where: "Where",
  organiser: "From",
  attendees: "With",
  repeats: "Repeats",
  accept: "Accept",
  tentative: "Maybe",
  decline: "Decline",
  answered: {
    accepted: "You accepted",
    declined: "You declined",
    tentative: "You said maybe",
    "needs-action": "Not answered yet",
    delegated: "Passed on",
  },
  allDay: "all day",
  unproven: "Nothing proves who sent it: look before you accept.",
  apply: "Take it into the calendar",
  applied: "The calendar has it.",
  untitled: "(untitled)",
  carries: "Your answer carries what stands here, and the event's own id:",
  moved:
    "The event changed since you opened the page. Nothing was sent: look at it as it is now, then answer.",
};

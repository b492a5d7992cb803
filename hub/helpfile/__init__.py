"""The help file: everything somebody who was not there needs, in one archive without secrets; and how to replay it."""

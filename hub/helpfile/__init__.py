"""The help file: what somebody needs who was not there, in one archive without secrets; and how to replay it."""

"""Mail, both ways: orders come in from any mailer, receipts and reports go out. It stands on the campaign."""
